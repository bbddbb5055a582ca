import { signal } from "@preact/signals";

const message = signal("");
let timer: ReturnType<typeof setTimeout> | undefined;

/** Shows a message for some seconds and announces it. Never show an error only here. */
export function showToast(text: string): void {
  clearTimeout(timer);
  message.value = "";
  // Screen readers announce a change of the text, even if the same text appears again.
  requestAnimationFrame(() => {
    message.value = text;
  });
  timer = setTimeout(() => {
    message.value = "";
  }, 6_000);
}

/** Renders the messages of {@link showToast}. Render it once, from the first screen on. */
export function Toasts() {
  return (
    <div class="toasts" role="status" aria-live="polite" data-testid="toasts">
      {message.value && <p class="toast">{message.value}</p>}
    </div>
  );
}
