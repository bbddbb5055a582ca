/*
 * The steps of a refund. Guarantees: a refund is sent only from `requested`; a transfer first needs a destination from
 * the customer and an approval by staff; `failed` and `canceled` are final; `success` is left only if the money comes
 * back. One exception: a refund that failed without a response from the other party can turn out to have arrived
 * (`arrived_late`: failed ► success).
 *
 *   requested ─┬─ accepted ──► processing ─┬─ arrived ──► success ── returned ──► failed
 *     ▲        ├─ arrived ──► success      ├─ refused ──► failed
 *     │        ├─ refused ──► failed       ├─ canceled ─► canceled
 *     │        ├─ canceled ─► canceled     │
 *     │        └─ destination_needed ──────┴──────► awaiting_destination ─┬─ canceled ─► canceled
 *     │                                                                   │
 *     └─ approved ── awaiting_approval ◄── destination_named ─────────────┤
 *                      ├─ declined ─► failed                              │
 *                      ├─ canceled ─► canceled                            │
 *                      └─ payment_undone ─► failed ◄── payment_undone ────┘
 *
 * In `requested` the refund may be on its way under its key once `sentAtMs` is set; then only a look-up can find its
 * outcome. From then on the refund can be canceled only if its rail releases it: an ACH credit that is in no file yet.
 */
import type { RefundStatus } from "#contract/api/refunds";
import type { RefundEventStatus } from "#contract/events/event-types";

export const refundSteps = [
  "requested",
  "processing",
  "awaiting_destination",
  "awaiting_approval",
  "success",
  "failed",
  "canceled",
] as const;
export type RefundStep = (typeof refundSteps)[number];

export const refundEvents = [
  "accepted",
  "arrived",
  "refused",
  "destination_needed",
  "destination_named",
  "approved",
  "declined",
  "returned",
  "canceled",
  "arrived_late",
  "payment_undone",
] as const;
export type RefundEvent = (typeof refundEvents)[number];

const steps: Readonly<Record<RefundStep, Partial<Record<RefundEvent, RefundStep>>>> = {
  requested: {
    accepted: "processing",
    arrived: "success",
    refused: "failed",
    destination_needed: "awaiting_destination",
    canceled: "canceled",
  },
  processing: {
    arrived: "success",
    refused: "failed",
    destination_needed: "awaiting_destination",
    canceled: "canceled",
  },
  awaiting_destination: {
    destination_named: "awaiting_approval",
    canceled: "canceled",
    payment_undone: "failed",
  },
  awaiting_approval: {
    approved: "requested",
    declined: "failed",
    canceled: "canceled",
    payment_undone: "failed",
  },
  success: { returned: "failed" },
  failed: { arrived_late: "success" },
  canceled: {},
};

/** The step after an event; undefined if the table does not allow it. */
export function nextRefundStep(step: RefundStep, event: RefundEvent): RefundStep | undefined {
  return steps[step][event];
}

const statuses: Readonly<Record<RefundStep, RefundStatus>> = {
  requested: "pending",
  processing: "pending",
  awaiting_destination: "requires-destination",
  awaiting_approval: "pending",
  success: "success",
  failed: "failed",
  canceled: "canceled",
};

/** The status that the API shows for a step. */
export function refundStatus(step: RefundStep): RefundStatus {
  return statuses[step];
}

/** The event that webhooks report for a step; null if none is sent. A new refund sends `created`. */
export function eventOfStep(step: RefundStep): RefundEventStatus | null {
  const status = statuses[step];
  return status === "pending" ? null : status;
}

/** Whether a refund in this step counts against what is left of its payment. */
export function countsAsReturned(step: RefundStep): boolean {
  return step !== "failed" && step !== "canceled";
}
