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

/** Known statuses of a refund. The list is open: clients must accept other values. */
export const refundStatuses = [
  "pending",
  "requires-destination",
  "success",
  "failed",
  "canceled",
] as const;
/** One of {@link refundStatuses}, as the service computes it. */
export type RefundStatus = (typeof refundStatuses)[number];

/** Why the operator gives money back. */
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
/** One of {@link refundReasons}. */
export type RefundReason = (typeof refundReasons)[number];

/**
 * Reasons that return what a crypto payment received beside its order: in the asset that arrived, and without
 * counting against the order's amount. `overpaid` is also an ordinary reason for other payments.
 */
export const depositReasons = ["overpaid", "underpaid", "paid_late", "wrong_asset"] as const;
/** One of {@link depositReasons}. */
export type DepositReason = (typeof depositReasons)[number];

/** Largest number of characters in a refund's note. */
export const mostNoteCharacters = 500;

/** A note for staff; customers never see it. */
const refundNote = z.string().check(z.trim(), z.minLength(1), z.maxLength(mostNoteCharacters));

/**
 * Body of the create call. `amount` is a part of the base amount, in major units; without it,
 * everything that is left is returned. Surcharge and sales tax are returned in proportion.
 */
export const createRefund = z.strictObject({
  externalRefundId: externalId,
  amount: z.optional(wireAmount),
  reason: z.optional(z.enum(refundReasons)),
  note: z.optional(refundNote),
});

/**
 * How the money goes back: `void` before the charge has cleared (the charge disappears from the
 * customer's statement), `refund` afterwards, `transfer` by another route. An open list.
 */
export const refundKinds = ["void", "refund", "transfer"] as const;
/** One of {@link refundKinds}. */
export type RefundKind = (typeof refundKinds)[number];

/** A refund of a payment. */
export const refund = z.object({
  refundId: z.string(),
  externalRefundId: z.string(),
  paymentIntentId: z.string(),
  paymentId: z.string(),
  externalCustomerId: z.string(),
  status: z.string(),
  kind: z.string(),
  /** The returned part of the base amount, in major units. */
  amount: z.number(),
  /** What the customer gets back: `total` includes surcharge and sales tax. */
  breakdown: breakdown,
  currency: z.string(),
  reason: z.nullable(z.string()),
  /** For the customer's bank, such as a card's ARN (`type: "arn"`); null until it is known. */
  reference: z.nullable(z.object({ type: z.string(), value: z.string() })),
  /**
   * For a refund in crypto: the asset and network that were paid. `amount` in whole units, as decimal text;
   * null until the customer confirms it.
   */
  crypto: z.nullable(
    z.object({ asset: z.string(), network: z.string(), amount: z.nullable(z.string()) }),
  ),
  /**
   * With `requires-destination`: the page where the customer says where the money goes. A secret: pass it to
   * the customer only. Null after it expired, and for keys that can only read.
   */
  refundUrl: z.nullable(z.string()),
  messages: z.array(paymentMessage),
  createdAt: z.string(),
  updatedAt: z.string(),
  /** When the refund succeeded; null before. */
  settledAt: z.nullable(z.string()),
});
export type Refund = z.infer<typeof refund>;

/** A refund that waits for an approval, with the destination that its customer named. */
export const pendingRefund = z.extend(refund, {
  /** Null where none is needed. `text`: the ends of an address, or the end of an account number. */
  destination: z.nullable(
    z.object({ type: z.string(), text: z.string(), holderName: z.nullable(z.string()) }),
  ),
});
