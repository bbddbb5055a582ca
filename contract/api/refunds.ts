/**
 * Refunds: money that goes back to a customer (docs/payments/refunds.md).
 *
 *   POST /v1/payment-intents/{paymentIntentId}/refunds   createRefund → 201 refund
 *   GET  /v1/payment-intents/{paymentIntentId}/refunds   → list of refunds
 *   GET  /v1/refunds                                     → list of refunds
 *   GET  /v1/refunds/{refundId}                          → refund
 *   POST /v1/refunds/{refundId}/cancel                   → refund
 *   POST /v1/refunds/{refundId}/link                     → refund with a new `refundUrl`
 *   GET  /v1/refunds/pending-approval                    → list of refunds that wait for an approval
 *   POST /v1/refunds/{refundId}/proceed/{allow}          → refund, approved or declined
 */
import * as z from "zod/mini";
import { externalId } from "../ids.ts";
import { wireAmount } from "../money.ts";
import { breakdown, paymentMessage } from "./payment-intents.ts";

/** Known statuses; clients must accept others. */
export const refundStatuses = [
  "pending",
  "requires-destination",
  "success",
  "failed",
  "canceled",
] as const;
/** A status as the service computes it. */
export type RefundStatus = (typeof refundStatuses)[number];

export const refundReasons = [
  "requested_by_customer",
  "duplicate",
  "fraudulent",
  "not_delivered",
  "overpaid",
  "underpaid",
  "paid_late",
  "wrong_asset",
  "other",
] as const;
export type RefundReason = (typeof refundReasons)[number];

/**
 * Reasons for a refund of what a crypto payment received and did not use (a deposit return). It goes back in the asset
 * that arrived, and does not count against the payment's amount. `overpaid` is also an ordinary reason for other
 * payments.
 */
export const depositReasons = ["overpaid", "underpaid", "paid_late", "wrong_asset"] as const;
export type DepositReason = (typeof depositReasons)[number];

export const maxNoteCharacters = 500;

/** A note for staff; customers never see it. */
const refundNote = z.string().check(z.trim(), z.minLength(1), z.maxLength(maxNoteCharacters));

/**
 * Body of create. `amount` is part of the base amount, in major units; without it, everything left is refunded.
 * Surcharge and sales tax are refunded in proportion.
 */
export const createRefund = z.strictObject({
  externalRefundId: externalId,
  amount: z.optional(wireAmount),
  reason: z.optional(z.enum(refundReasons)),
  note: z.optional(refundNote),
});

/**
 * How the money goes back: `void` before the charge has cleared (it disappears from the customer's statement), `refund`
 * afterwards, `transfer` by another route. An open list.
 */
export const refundKinds = ["void", "refund", "transfer"] as const;
export type RefundKind = (typeof refundKinds)[number];

export const refund = z.object({
  refundId: z.string(),
  externalRefundId: z.string(),
  paymentIntentId: z.string(),
  paymentId: z.string(),
  externalCustomerId: z.string(),
  status: z.string(),
  kind: z.string(),
  /** Part of the base amount, in major units. */
  amount: z.number(),
  /** `total` includes surcharge and sales tax. */
  breakdown: breakdown,
  currency: z.string(),
  reason: z.nullable(z.string()),
  /** A reference for the customer's bank, such as a card's ARN (`type: "arn"`); null until known. */
  reference: z.nullable(z.object({ type: z.string(), value: z.string() })),
  /**
   * For a crypto refund: the asset and network that were paid. `amount` in whole units, as decimal text; null until the
   * customer confirms it.
   */
  crypto: z.nullable(
    z.object({ asset: z.string(), network: z.string(), amount: z.nullable(z.string()) }),
  ),
  /**
   * With `requires-destination`: the page where the customer says where the money goes. A secret: pass it only to the
   * customer. Null after it expired, and for read-only keys.
   */
  refundUrl: z.nullable(z.string()),
  messages: z.array(paymentMessage),
  createdAt: z.string(),
  updatedAt: z.string(),
  /** When it succeeded; null before. */
  settledAt: z.nullable(z.string()),
});
export type Refund = z.infer<typeof refund>;

/** A refund that waits for an approval. */
export const pendingRefund = z.extend(refund, {
  /**
   * What the customer named, null if none is needed. `text`: the ends of an address, or the end of an account number;
   * empty if it cannot be decrypted, and then the refund can only be declined.
   */
  destination: z.nullable(
    z.object({ type: z.string(), text: z.string(), holderName: z.nullable(z.string()) }),
  ),
});
