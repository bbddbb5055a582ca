// Copies a number on click and says so.
const said = document.querySelector("#copied");
let fading;

document.addEventListener("click", async (event) => {
  const button = event.target.closest("button[data-copy]");
  if (!button) return;
  const value = button.dataset.copy;
  try {
    await navigator.clipboard.writeText(value);
    said.textContent = `Copied ${value}`;
  } catch {
    said.textContent = `Your browser did not let us copy ${value}`;
  }
  said.classList.add("shown");
  clearTimeout(fading);
  fading = setTimeout(() => said.classList.remove("shown"), 2_000);
});
