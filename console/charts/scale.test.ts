import { expect, it } from "vitest";
import { spread, ticksTo } from "./scale.ts";

it.each([
  [0, [0, 1]],
  [1, [0, 0.25, 0.5, 0.75, 1]],
  [7, [0, 2, 4, 6, 8]],
  [100, [0, 25, 50, 75, 100]],
  [1_234, [0, 500, 1_000, 1_500]],
  [0.3, [0, 0.1, 0.2, 0.3]],
])("the axis for %d starts at 0 and ends at or above it", (most, ticks) => {
  expect(ticksTo(most)).toEqual(ticks);
});

it.each([
  [1, [0, 1]],
  [3, [0, 1, 2, 3]],
  [9, [0, 5, 10]],
  [100, [0, 25, 50, 75, 100]],
])("the axis for %d payments has whole steps", (most, ticks) => {
  expect(ticksTo(most, 1)).toEqual(ticks);
});

it("spaces labels evenly, so that none covers another, and includes the last", () => {
  expect(spread(3, 5)).toEqual([0, 1, 2]);
  expect(spread(7, 5)).toEqual([0, 2, 4, 6]);
  expect(spread(30, 4)).toEqual([9, 19, 29]);
  expect(spread(1, 4)).toEqual([0]);
  expect(spread(0, 4)).toEqual([]);
});
