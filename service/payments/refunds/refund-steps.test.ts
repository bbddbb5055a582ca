import { expect, test } from "vitest";
import {
  countsAsReturned,
  eventOfStep,
  nextRefundStep,
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
    "requested destination_needed awaiting_destination",
    "requested canceled canceled",
    "processing arrived success",
    "processing refused failed",
    "processing destination_needed awaiting_destination",
    "processing canceled canceled",
    "awaiting_destination destination_named awaiting_approval",
    "awaiting_destination canceled canceled",
    "awaiting_destination payment_undone failed",
    "awaiting_approval approved requested",
    "awaiting_approval declined failed",
    "awaiting_approval canceled canceled",
    "awaiting_approval payment_undone failed",
    "success returned failed",
    "failed arrived_late success",
  ]);
});

test("each step shows one status, and every change of the status except to pending has an event", () => {
  expect(refundSteps.map(refundStatus)).toEqual([
    "pending",
    "pending",
    "requires-destination",
    "pending",
    "success",
    "failed",
    "canceled",
  ]);
  expect(refundSteps.map(eventOfStep)).toEqual([
    null,
    null,
    "requires-destination",
    null,
    "success",
    "failed",
    "canceled",
  ]);
});

test("only failed and canceled refunds free their amount", () => {
  expect(refundSteps.filter(countsAsReturned)).toEqual([
    "requested",
    "processing",
    "awaiting_destination",
    "awaiting_approval",
    "success",
  ]);
});
