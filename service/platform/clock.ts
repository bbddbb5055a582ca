/**
 * The time, passed in everywhere so that tests can turn it. SQL takes its times from here too
 * (as parameters), never from `now()`.
 */
export interface Clock {
  /** Milliseconds since 1970-01-01 UTC. */
  nowMs(): number;
}

/** The machine's clock. */
export const systemClock: Clock = { nowMs: () => Date.now() };

const minuteMs = 60_000;
/** Beyond it `Date` knows no time. */
const mostMs = 8.64e15;
/** `2026-11-23T05:20:` by the number of the minute. Times come in bunches: now, in two hours, in a day. */
const minutes = new Map<number, string>();
const mostMinutes = 64;

/**
 * ISO 8601 UTC with milliseconds, the form of every time on the wire. `Date` makes the same, several times
 * slower, and a payment writes some forty of them.
 */
export function toIsoTime(timeMs: number): string {
  if (!Number.isInteger(timeMs) || Math.abs(timeMs) > mostMs) return new Date(timeMs).toISOString();
  const minute = Math.floor(timeMs / minuteMs);
  let text = minutes.get(minute);
  if (text === undefined) {
    text = new Date(minute * minuteMs).toISOString().slice(0, -"00.000Z".length);
    if (minutes.size >= mostMinutes) minutes.clear();
    minutes.set(minute, text);
  }
  const rest = timeMs - minute * minuteMs;
  const seconds = Math.floor(rest / 1000);
  const thousandths = rest % 1000;
  const dot = thousandths < 10 ? ".00" : thousandths < 100 ? ".0" : ".";
  return `${text}${seconds < 10 ? "0" : ""}${seconds}${dot}${thousandths}Z`;
}
