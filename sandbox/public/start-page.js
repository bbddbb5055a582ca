// Copies a value on click and confirms it.
const copied = document.querySelector("#copied");
let fading;

document.addEventListener("click", async (event) => {
  const button = event.target.closest("button[data-copy]");
  if (!button) return;
  const value = button.dataset.copy;
  try {
    await navigator.clipboard.writeText(value);
    copied.textContent = `Copied ${value}`;
  } catch {
    copied.textContent = `Your browser blocked copying ${value}`;
  }
  copied.classList.add("shown");
  clearTimeout(fading);
  fading = setTimeout(() => copied.classList.remove("shown"), 2_000);
});
