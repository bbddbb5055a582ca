/**
 * A session ends 15 minutes after the person's last activity; the page's own reads do not count. Any action sets a
 * mark, and the next call takes it and reports activity. A page without calls reports it once a minute.
 */
import { signal } from "@preact/signals";

const activityEvents = [
  "pointerdown",
  "pointermove",
  "keydown",
  "wheel",
  "touchstart",
  "input",
] as const;

/** Opening the page counts as activity. */
let isMarked = true;

/** When the session ends without activity, by this browser's clock; null without a session. */
export const idleEndsAt = signal<number | null>(null);

export function markActivity(): void {
  isMarked = true;
}

/** Takes the mark: whether there was activity since the last call that reported it. */
export function takeActivity(): boolean {
  const was = isMarked;
  isMarked = false;
  return was;
}

export function hasActivity(): boolean {
  return isMarked;
}

/** Notes that the service ends the session after this many seconds without activity. */
export function noteIdleSeconds(seconds: number): void {
  idleEndsAt.value = Date.now() + seconds * 1000;
}

/** Listens to the whole page. Returns a function that stops it. */
export function listenToActivity(): () => void {
  const options = { capture: true, passive: true };
  for (const type of activityEvents) window.addEventListener(type, markActivity, options);
  return () => {
    for (const type of activityEvents) window.removeEventListener(type, markActivity, options);
  };
}
