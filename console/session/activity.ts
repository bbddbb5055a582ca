/**
 * Whether somebody is at the page. A session ends 15 minutes after the last activity, and what the page reads
 * on its own is none.
 *
 * How: anything that a person does sets a mark; the next call takes the mark and reports activity. A page that
 * calls nothing reports it by itself once a minute.
 */
import { signal } from "@preact/signals";

const signs = ["pointerdown", "pointermove", "keydown", "wheel", "touchstart", "input"] as const;

/** Opening the page is a sign. */
let isMarked = true;

/** When the session will end without activity, by this browser's clock; null where there is none. */
export const idleEndsAt = signal<number | null>(null);

/** Somebody did something. */
export function markActivity(): void {
  isMarked = true;
}

/** Whether somebody did something since the last call that reported it; that call is this one. */
export function takeActivity(): boolean {
  const was = isMarked;
  isMarked = false;
  return was;
}

/** Whether there is something to report. */
export function hasActivity(): boolean {
  return isMarked;
}

/** Notes how many seconds the service leaves the session without activity. */
export function noteIdleSeconds(seconds: number): void {
  idleEndsAt.value = Date.now() + seconds * 1000;
}

/** Listens to the whole page; answers what ends it. */
export function listenToActivity(): () => void {
  const options = { capture: true, passive: true };
  for (const sign of signs) window.addEventListener(sign, markActivity, options);
  return () => {
    for (const sign of signs) window.removeEventListener(sign, markActivity, options);
  };
}
