/** Types of events (decisions §5). Additive: receivers must tolerate types that they don't know. */
export const eventTypes = [
  "payment",
  "disbursement",
  "kyc_verification",
  "customer_w9_required",
  "customer_w9_completed",
] as const;

/** One of {@link eventTypes}. */
export type EventType = (typeof eventTypes)[number];

/** Statuses that a `payment` event carries; open on the wire. */
export const paymentEventStatuses = ["created", "pending", "success", "failed", "expired"] as const;

/** One of {@link paymentEventStatuses}. */
export type PaymentEventStatus = (typeof paymentEventStatuses)[number];

/** Statuses that a `disbursement` event carries; open on the wire. */
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
] as const;

/** One of {@link disbursementEventStatuses}. */
export type DisbursementEventStatus = (typeof disbursementEventStatuses)[number];
