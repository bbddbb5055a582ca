import fc from "fast-check";
import { expect, test } from "vitest";
import { createTestClock } from "../../testing/test-clock.ts";
import { createTokenBucket } from "./token-bucket.ts";

test("never allows more than burst and rate, for any sequence of requests", () => {
  const waits = fc.array(fc.integer({ min: 0, max: 3000 }), { minLength: 1, maxLength: 200 });
  const limits = fc.record({
    perSecond: fc.integer({ min: 1, max: 50 }),
    burst: fc.integer({ min: 1, max: 50 }),
  });
  fc.assert(
    fc.property(limits, waits, (limit, pauses) => {
      const clock = createTestClock(0);
      const bucket = createTokenBucket(limit, clock);
      let taken = 0;
      for (const pauseMs of pauses) {
        clock.advance(pauseMs);
        if (bucket.take("a") === 0) taken += 1;
      }
      const allowed = limit.burst + (clock.nowMs() * limit.perSecond) / 1000;
      expect(taken).toBeLessThanOrEqual(Math.floor(allowed) + 1);
    }),
  );
});

test("a subject that waits the returned time gets a token", () => {
  const clock = createTestClock();
  const bucket = createTokenBucket({ perSecond: 3, burst: 2 }, clock);
  expect([bucket.take("a"), bucket.take("a")]).toEqual([0, 0]);
  const waitMs = bucket.take("a");
  expect(waitMs).toBeGreaterThan(0);
  clock.advance(waitMs);
  expect(bucket.take("a")).toBe(0);
});

test("subjects are limited separately", () => {
  const bucket = createTokenBucket({ perSecond: 1, burst: 1 }, createTestClock());
  expect([bucket.take("a"), bucket.take("b")]).toEqual([0, 0]);
  expect(bucket.take("a")).toBeGreaterThan(0);
});

test("a flood of subjects does not reset the newest ones", () => {
  const bucket = createTokenBucket({ perSecond: 1, burst: 1 }, createTestClock());
  for (let count = 0; count < 60_000; count += 1) bucket.take(`subject ${count}`);
  expect(bucket.take("subject 59999")).toBeGreaterThan(0);
});
