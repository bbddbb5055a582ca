import { expect, test } from "vitest";
import { inTurns } from "./in-turns.ts";

test("all are taken in their order, and others have their turns between", async () => {
  const items = Array.from({ length: 3_500 }, (_, index) => index);
  const taken: number[] = [];
  const whenOthersCame = new Set<number>();
  let isOver = false;
  const come = () => {
    whenOthersCame.add(taken.length);
    if (!isOver) setImmediate(come);
  };
  setImmediate(come);
  await inTurns(items, (item) => void taken.push(item));
  isOver = true;
  expect(taken).toEqual(items);
  expect([...whenOthersCame].filter((count) => count < items.length).length).toBeGreaterThan(1);
});
