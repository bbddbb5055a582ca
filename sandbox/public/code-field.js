// Focuses the code field and submits the complete code, even one that was typed before this script ran.
const field = document.querySelector("input[name=code]");
if (field) {
  const submitComplete = () => {
    if (!/^\d{6}$/.test(field.value)) return;
    field.form.requestSubmit(field.form.querySelector("button[value=code]"));
  };
  field.focus();
  field.addEventListener("input", submitComplete);
  submitComplete();
}
