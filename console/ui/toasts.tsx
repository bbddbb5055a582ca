import { signal } from "@preact/signals";

const message = signal("");
let timer: ReturnType<typeof setTimeout> | undefined;

/** Says in passing what was done: on the screen for some seconds, and aloud. Never the only place of an error. */
export function say(text: string): void {
  clearTimeout(timer);
  message.value = "";
  // A change of the text is what a screen reader notices, also for the same words twice.
  requestAnimationFrame(() => {
    message.value = text;
  });
  timer = setTimeout(() => {
    message.value = "";
  }, 6_000);
}

/** Where {@link say} speaks; once, from the first screen on. */
export function Toasts() {
  return (
    <div class="toasts" role="status" aria-live="polite" data-testid="toasts">
      {message.value && <p class="toast">{message.value}</p>}
    </div>
  );
}
