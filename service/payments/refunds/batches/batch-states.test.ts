import { expect, test } from "vitest";
import { batchEvents, batchStates, nextBatchState } from "./batch-states.ts";

test("a batch runs only after an approval, a finished round, or from the start", () => {
  const toRunning = batchStates.flatMap((state) =>
    batchEvents.flatMap((event) =>
      nextBatchState(state, event) === "running" ? [`${state} ${event}`] : [],
    ),
  );
  expect(toRunning).toEqual(["awaiting_approval approve", "done retry"]);
});

test.each(["stopped", "declined"] as const)("a batch that is %s stays so", (state) => {
  expect(batchEvents.map((event) => nextBatchState(state, event))).toEqual(
    batchEvents.map(() => undefined),
  );
});

test("only a batch that runs or waits can be stopped", () => {
  expect(batchStates.filter((state) => nextBatchState(state, "stop"))).toEqual([
    "awaiting_approval",
    "running",
  ]);
});
