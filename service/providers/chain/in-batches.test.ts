import { expect, test } from "vitest";
import { forEachInBatches } from "./in-batches.ts";

test("handles all items in order, and lets other work run in between", async () => {
  const items = Array.from({ length: 3_500 }, (_, index) => index);
  const taken: number[] = [];
  const whenOthersCame = new Set<number>();
  let isOver = false;
  const come = () => {
    whenOthersCame.add(taken.length);
    if (!isOver) setImmediate(come);
  };
  setImmediate(come);
  await forEachInBatches(items, (item) => void taken.push(item));
  isOver = true;
  expect(taken).toEqual(items);
  expect([...whenOthersCame].filter((count) => count < items.length).length).toBeGreaterThan(1);
});
