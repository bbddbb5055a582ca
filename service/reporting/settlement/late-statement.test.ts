import { expect, test } from "vitest";
import { inOrder } from "./late-statement.ts";

test("thousands of statements of one day are put in order without comparing each with each", () => {
  let reads = 0;
  const chain = Array.from({ length: 2_000 }, (_, index) => ({
    date: "2026-11-24",
    get openingMinor() {
      reads += 1;
      return index;
    },
    closingMinor: index + 1,
  }));
  expect(inOrder(chain.toReversed())).toEqual(chain);
  reads = 0;
  inOrder(chain.toReversed());
  expect(reads).toBeLessThan(10 * chain.length);
});
