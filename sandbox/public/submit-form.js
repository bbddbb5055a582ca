// Submits the page's form automatically, after the delay that the form sets (milliseconds).
const form = document.querySelector("form[data-submit-after]");
if (form) setTimeout(() => form.submit(), Number(form.dataset.submitAfter));
