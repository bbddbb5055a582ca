import fc from "fast-check";
import { expect, test } from "vitest";
import { bankTime } from "../../providers/nacha/index.ts";
import { stopsBetween } from "./stops.ts";

const at = (time: string) => Date.parse(time);

test("stops at each day's cut-off in New York, in summer and in winter, and then at the end", () => {
  const isoStops = (from: string, to: string) =>
    stopsBetween(at(from), at(to), "17:00").map((stop) => new Date(stop).toISOString());
  expect(isoStops("2026-11-26T12:00:00Z", "2026-11-28T12:00:00Z")).toEqual([
    "2026-11-26T22:00:00.000Z",
    "2026-11-27T22:00:00.000Z",
    "2026-11-28T12:00:00.000Z",
  ]);
  // Daylight saving time begins on 8 March 2026.
  expect(isoStops("2026-03-07T12:00:00Z", "2026-03-09T12:00:00Z")).toEqual([
    "2026-03-07T22:00:00.000Z",
    "2026-03-08T21:00:00.000Z",
    "2026-03-09T12:00:00.000Z",
  ]);
});

test("a short move has no stop but its end, even at the cut-off itself", () => {
  const end = at("2026-11-26T22:00:00Z");
  expect(stopsBetween(end - 1_000, end, "17:00")).toEqual([end]);
  expect(stopsBetween(end, end + 1_000, "17:00")).toEqual([end + 1_000]);
});

test("stops rise, end at the target, and are all at the cut-off", () => {
  const start = at("2026-01-01T00:00:00Z");
  fc.assert(
    fc.property(fc.nat(400 * 86_400_000), fc.nat(60 * 86_400_000), (from, length) => {
      const fromMs = start + from;
      const toMs = fromMs + length + 1;
      const stops = stopsBetween(fromMs, toMs, "17:00");
      expect(stops.at(-1)).toBe(toMs);
      for (const [index, stop] of stops.entries()) {
        expect(stop).toBeGreaterThan(stops[index - 1] ?? fromMs);
        if (index < stops.length - 1) expect(bankTime(stop).time).toBe("17:00");
      }
      expect(stops.length).toBeGreaterThanOrEqual(Math.floor(length / 90_000_000));
    }),
  );
});
