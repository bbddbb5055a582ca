/** Event types (docs/integrate/webhooks.md). Receivers must accept unknown types. */
export const eventTypes = [
  "payment",
  "refund",
  "dispute",
  "disbursement",
  "kyc_verification",
  "customer_w9_required",
  "customer_w9_completed",
] as const;

export type EventType = (typeof eventTypes)[number];

/** Statuses of a `payment` event; an open list. */
export const paymentEventStatuses = ["created", "pending", "success", "failed", "expired"] as const;

export type PaymentEventStatus = (typeof paymentEventStatuses)[number];

/** Statuses of a `refund` event; an open list. */
export const refundEventStatuses = [
  "created",
  "success",
  "failed",
  "canceled",
  "requires-destination",
] as const;

export type RefundEventStatus = (typeof refundEventStatuses)[number];

/**
 * Statuses of a `dispute` event; an open list. `created` comes first, `updated` reports a change in evidence, amount or
 * deadline, `deadline-near` comes once in the last day before a deadline; the others are the dispute's new status.
 */
export const disputeEventStatuses = [
  "created",
  "updated",
  "deadline-near",
  "needs-response",
  "under-review",
  "won",
  "lost",
  "accepted",
  "expired",
] as const;

export type DisputeEventStatus = (typeof disputeEventStatuses)[number];

/**
 * Statuses of a `disbursement` event; an open list. `held` and `released` do not change the payout's status: it is not
 * sent in between, and the customer must not learn of it.
 */
export const disbursementEventStatuses = [
  "created",
  "pending-validation",
  "approved",
  "rejected",
  "declined",
  "failed",
  "success",
  "refunded",
  "voided",
  "expired",
  "held",
  "released",
] as const;

export type DisbursementEventStatus = (typeof disbursementEventStatuses)[number];
