import { signal } from "@preact/signals";

const message = signal("");
let timer: ReturnType<typeof setTimeout> | undefined;

/** Shows a message for some seconds and announces it. Never the only place of an error. */
export function say(text: string): void {
  clearTimeout(timer);
  message.value = "";
  // Screen readers announce a change of the text, also if the same text appears again.
  requestAnimationFrame(() => {
    message.value = text;
  });
  timer = setTimeout(() => {
    message.value = "";
  }, 6_000);
}

/** Renders the messages of {@link say}. Once, from the first screen on. */
export function Toasts() {
  return (
    <div class="toasts" role="status" aria-live="polite" data-testid="toasts">
      {message.value && <p class="toast">{message.value}</p>}
    </div>
  );
}
