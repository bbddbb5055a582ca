/**
 * When a new code may be asked for, and what a screen reader is told meanwhile: not every second,
 * but at the start, at ten seconds, and when the wait is over.
 */

/** Whole seconds until `resendAtMs`; 0 once it may be asked for. */
export function secondsUntil(resendAtMs: number, nowMs: number): number {
  return Math.max(0, Math.ceil((resendAtMs - nowMs) / 1000));
}

/** `0:27`, `2:00`: minutes and seconds for the button. */
export function minutesAndSeconds(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** Which announcement is due when `left` seconds remain of a wait of `whole`; null for none. */
export function announcementAt(left: number, whole: number): "started" | "soon" | "over" | null {
  if (left === 0) return "over";
  if (left >= whole) return "started";
  return left === 10 ? "soon" : null;
}
