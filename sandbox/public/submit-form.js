// Sends the page's form by itself, after the delay that the form asks for (milliseconds).
const form = document.querySelector("form[data-submit-after]");
if (form) setTimeout(() => form.submit(), Number(form.dataset.submitAfter));
