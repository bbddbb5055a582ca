/** Screen readers announce the wait for a new code at the start, at ten seconds and at the end, not every second. */

/** The whole seconds left; 0 once a new code may be requested. */
export function secondsUntil(resendAtMs: number, nowMs: number): number {
  return Math.max(0, Math.ceil((resendAtMs - nowMs) / 1000));
}

/** Writes seconds as `0:27` or `2:00`. */
export function minutesAndSeconds(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** `left` and `whole` are seconds; null for no announcement. */
export function announcementAt(left: number, whole: number): "started" | "soon" | "over" | null {
  if (left === 0) return "over";
  if (left <= 10) return left === 10 ? "soon" : null;
  return left >= whole ? "started" : null;
}
