/**
 * A held Enter repeats about 30 times a second. It would pay again after each refusal, and confirm a dialog that it has
 * just opened. Only the first press counts. A text area still gets its lines.
 */
export function ignoreHeldEnter(): void {
  addEventListener(
    "keydown",
    (event) => {
      const isLine = event.target instanceof HTMLTextAreaElement;
      if (event.repeat && event.key === "Enter" && !isLine) event.preventDefault();
    },
    true,
  );
}
