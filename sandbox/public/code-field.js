// Focuses the bank's code field and submits the code once it is complete.
const field = document.querySelector("input[name=code]");
if (field) {
  field.focus();
  field.addEventListener("input", () => {
    if (!/^\d{6}$/.test(field.value)) return;
    field.form.requestSubmit(field.form.querySelector("button[value=code]"));
  });
}
