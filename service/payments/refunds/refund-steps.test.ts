import { expect, test } from "vitest";
import {
  countsAsReturned,
  nextRefundStep,
  refundEventStatus,
  refundEvents,
  refundStatus,
  refundSteps,
} from "./refund-steps.ts";

test("a refund takes exactly these steps", () => {
  const allowed = refundSteps.flatMap((from) =>
    refundEvents.flatMap((event) => {
      const to = nextRefundStep(from, event);
      return to === undefined ? [] : [`${from} ${event} ${to}`];
    }),
  );
  expect(allowed).toEqual([
    "requested accepted processing",
    "requested arrived success",
    "requested refused failed",
    "requested canceled canceled",
    "processing arrived success",
    "processing refused failed",
    "success returned failed",
  ]);
});

test("each step shows one status, and all but processing have an event", () => {
  expect(refundSteps.map(refundStatus)).toEqual([
    "pending",
    "pending",
    "success",
    "failed",
    "canceled",
  ]);
  expect(refundSteps.map(refundEventStatus)).toEqual([
    "created",
    null,
    "success",
    "failed",
    "canceled",
  ]);
});

test("only failed and canceled refunds free their amount", () => {
  expect(refundSteps.filter(countsAsReturned)).toEqual(["requested", "processing", "success"]);
});
