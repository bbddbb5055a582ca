import fc from "fast-check";
import { expect, it } from "vitest";
import { toIsoTime } from "./clock.ts";

it("writes the same text as Date, for any sequence of times", () => {
  const times = fc.date({ noInvalidDate: true }).map((date) => date.getTime());
  const near = fc.integer({ min: -200_000, max: 200_000 });
  fc.assert(
    fc.property(fc.array(fc.oneof(times, near), { maxLength: 200 }), (all) => {
      expect(all.map(toIsoTime)).toEqual(all.map((timeMs) => new Date(timeMs).toISOString()));
    }),
  );
  expect(toIsoTime(1.5)).toBe("1970-01-01T00:00:00.001Z");
});

it.each([Number.NaN, 8.64e15 + 1])("refuses a number that is not a time: %d", (timeMs) => {
  expect(() => toIsoTime(timeMs)).toThrow(RangeError);
});
