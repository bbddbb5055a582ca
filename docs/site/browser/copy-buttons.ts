/** Adds a button to every code block that copies its text. */
export function addCopyButtons(page: Document): void {
  for (const block of page.querySelectorAll(".code")) {
    const button = page.createElement("button");
    button.type = "button";
    button.textContent = "Copy";
    button.addEventListener("click", () => {
      const text = block.querySelector("code")?.textContent ?? "";
      navigator.clipboard.writeText(text).then(
        () => show(button, "Copied"),
        () => show(button, "Press Ctrl+C"),
      );
    });
    block.append(button);
  }
}

const shownMs = 2000;

function show(button: HTMLButtonElement, text: string): void {
  button.textContent = text;
  setTimeout(() => {
    button.textContent = "Copy";
  }, shownMs);
}
