// Submits the page's form after the form's own delay (milliseconds).
const form = document.querySelector("form[data-submit-after]");
if (form) setTimeout(() => form.submit(), Number(form.dataset.submitAfter));
