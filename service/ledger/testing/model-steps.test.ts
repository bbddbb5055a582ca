import { expect, test } from "vitest";
import { modelHistories } from "./model-steps.ts";

test("splits all steps into histories of at most 100,000, each with its own seed", () => {
  const histories = modelHistories(1_000_000);
  expect(histories.map(({ steps }) => steps)).toEqual(Array.from({ length: 10 }, () => 100_000));
  expect(new Set(histories.map(({ seed }) => seed)).size).toBe(10);
  expect(modelHistories(100_001).map(({ steps }) => steps)).toEqual([100_000, 1]);
  expect(modelHistories(30_000)).toHaveLength(1);
});
