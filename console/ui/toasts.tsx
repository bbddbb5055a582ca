import { signal } from "@preact/signals";

const message = signal("");
let timer: ReturnType<typeof setTimeout> | undefined;

/** Shows a message for six seconds and announces it. Never show an error only here. */
export function showToast(text: string): void {
  message.value = "";
  // Screen readers announce only changes. The empty frame makes one, even if the same text appears again.
  requestAnimationFrame(() => {
    message.value = text;
    // The time starts here, because a tab in the background has no frames until the person comes back.
    clearTimeout(timer);
    timer = setTimeout(() => {
      message.value = "";
    }, 6_000);
  });
}

/**
 * Renders the messages of {@link showToast}. Render it once, from the first screen on: screen readers do not announce the
 * text of a region that is new.
 */
export function Toasts() {
  return (
    <div class="toasts" role="status" aria-live="polite" data-testid="toasts">
      {message.value && <p class="toast">{message.value}</p>}
    </div>
  );
}
