/*
 * The steps of a refund. Guarantees: nothing is sent except from `requested`; `failed` and `canceled`
 * are final; `success` is left only if the bank returns the money.
 *
 *   requested ─┬─ accepted ──► processing ─┬─ arrived ──► success ── returned ──► failed
 *              ├─ arrived ──► success      └─ refused ──► failed
 *              ├─ refused ──► failed
 *              └─ canceled ─► canceled
 *
 * In `requested` the refund may be on its way under its key once `sentAtMs` is set; then only a look-up
 * can find its outcome, and it can no longer be canceled.
 */
import type { RefundStatus } from "#contract/api/refunds";
import type { RefundEventStatus } from "#contract/events/event-types";

/** Every step of a refund. */
export const refundSteps = ["requested", "processing", "success", "failed", "canceled"] as const;
/** One of {@link refundSteps}. */
export type RefundStep = (typeof refundSteps)[number];

/** Everything that can happen to a refund. */
export const refundEvents = ["accepted", "arrived", "refused", "returned", "canceled"] as const;
/** One of {@link refundEvents}. */
export type RefundEvent = (typeof refundEvents)[number];

const steps: Readonly<Record<RefundStep, Partial<Record<RefundEvent, RefundStep>>>> = {
  requested: {
    accepted: "processing",
    arrived: "success",
    refused: "failed",
    canceled: "canceled",
  },
  processing: { arrived: "success", refused: "failed" },
  success: { returned: "failed" },
  failed: {},
  canceled: {},
};

/** The step after `event`; undefined if the table does not allow it. */
export function nextRefundStep(step: RefundStep, event: RefundEvent): RefundStep | undefined {
  return steps[step][event];
}

/** The status that the API shows. */
export function refundStatus(step: RefundStep): RefundStatus {
  return step === "requested" || step === "processing" ? "pending" : step;
}

/** The webhook event of a step; null for `processing`, which changes no status. */
export function refundEventStatus(step: RefundStep): RefundEventStatus | null {
  if (step === "requested") return "created";
  return step === "processing" ? null : step;
}

/** Whether a refund in this step counts against what is left of its payment. */
export function countsAsReturned(step: RefundStep): boolean {
  return step !== "failed" && step !== "canceled";
}
