import fc from "fast-check";
import { expect, test } from "vitest";
import {
  longestRetryAfterMs,
  nextRetryDelayMs,
  parseRetryAfterMs,
  retryDelaysMs,
} from "./retry-schedule.ts";

test("waits the scheduled time, plus or minus twenty per cent, then gives up", () => {
  const middle = retryDelaysMs.map((_, index) => nextRetryDelayMs(index + 1, 0.5));
  expect(middle).toEqual([5_000, 30_000, 120_000, 600_000, 3_600_000, 21_600_000, 86_400_000]);
  expect(nextRetryDelayMs(1, 0)).toBe(4_000);
  expect(nextRetryDelayMs(1, 0.999_999)).toBe(6_000);
  expect(nextRetryDelayMs(8, 0.5)).toBeUndefined();
});

test("never tries before the endpoint's Retry-After, and waits at most a day for it", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 7 }),
      fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      fc.integer({ min: 0, max: 10 * longestRetryAfterMs }),
      (tries, random, askedMs) => {
        const delayMs = nextRetryDelayMs(tries, random, askedMs) ?? 0;
        expect(delayMs).toBeGreaterThanOrEqual(Math.min(askedMs, longestRetryAfterMs));
        expect(delayMs).toBeLessThanOrEqual(1.2 * longestRetryAfterMs);
      },
    ),
  );
});

test.each([
  ["120", 120_000],
  [" 0 ", 0],
  ["Sun, 22 Nov 2026 02:00:30 GMT", 30_000],
  ["Sun, 22 Nov 2026 01:00:00 GMT", 0],
  ["-5", undefined],
  ["1.5", undefined],
  ["soon", undefined],
  ["2026", 2_026_000],
  ["", undefined],
  [undefined, undefined],
])("reads Retry-After %j", (header, expected) => {
  expect(parseRetryAfterMs(header, Date.UTC(2026, 10, 22, 2, 0, 0))).toBe(expected);
});
