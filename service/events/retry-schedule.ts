const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** The wait before the second, third, … try: eight tries in about 31 hours (docs/integrate/webhooks.md). */
export const retryDelaysMs: readonly number[] = [
  5 * second,
  30 * second,
  2 * minute,
  10 * minute,
  1 * hour,
  6 * hour,
  24 * hour,
];

/** Varies each pause, so that retries do not come all at once. */
const jitter = 0.2;

export const longestRetryAfterMs = 24 * hour;

/**
 * The time until the next try; undefined if no tries are left.
 *
 * @param failedTries tries so far (1 or more).
 * @param random a number in [0, 1).
 * @param retryAfterMs the endpoint's `Retry-After`: the minimum wait, up to a day.
 */
export function nextRetryDelayMs(
  failedTries: number,
  random: number,
  retryAfterMs = 0,
): number | undefined {
  const delayMs = retryDelaysMs[failedTries - 1];
  if (delayMs === undefined) return undefined;
  const jittered = Math.round(delayMs * (1 - jitter + 2 * jitter * random));
  return Math.max(jittered, Math.min(retryAfterMs, longestRetryAfterMs));
}

/** Parses seconds or an HTTP date (RFC 9110 §10.2.3); undefined for other text. */
export function parseRetryAfterMs(header: string | undefined, nowMs: number): number | undefined {
  const text = header?.trim() ?? "";
  if (/^\d{1,9}$/.test(text)) return Number(text) * second;
  if (!/^[A-Z][a-z]+,? .*\d{2}:\d{2}:\d{2}/.test(text)) return undefined;
  const atMs = Date.parse(text);
  return Number.isNaN(atMs) ? undefined : Math.max(0, atMs - nowMs);
}
