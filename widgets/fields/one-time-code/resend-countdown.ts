/**
 * The wait for a new code, and its announcements for screen readers: at the start, at ten seconds and at the
 * end, not every second.
 */

/** Whole seconds until `resendAtMs`; 0 once a new code may be requested. */
export function secondsUntil(resendAtMs: number, nowMs: number): number {
  return Math.max(0, Math.ceil((resendAtMs - nowMs) / 1000));
}

/** `0:27`, `2:00`: minutes and seconds for the button. */
export function minutesAndSeconds(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** The announcement when `left` seconds remain of a wait of `whole`; null for none. */
export function announcementAt(left: number, whole: number): "started" | "soon" | "over" | null {
  if (left === 0) return "over";
  if (left >= whole) return "started";
  return left === 10 ? "soon" : null;
}
