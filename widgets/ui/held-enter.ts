/**
 * A held Enter repeats about 30 times a second. It would pay again after each refusal, and confirm a dialog that it has
 * just opened. Only the first press counts, for the browser and for all listeners. A text area still gets its lines, but
 * Ctrl+Enter and Cmd+Enter send.
 */
export function ignoreHeldEnter(): void {
  addEventListener(
    "keydown",
    (event) => {
      if (!event.repeat || event.key !== "Enter") return;
      const isLine = event.target instanceof HTMLTextAreaElement;
      if (isLine && !event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    },
    true,
  );
}
