/**
 * Refunds by staff. The list of all refunds is in refund-list.ts.
 *
 *   POST /console/api/payments/{paymentIntentId}/refunds
 *                                     staffRefund      → refundForStaff (payments.refund)
 *   POST /console/api/refunds/{refundId}/cancel        → refundForStaff (payments.refund)
 *   POST /console/api/refunds/{refundId}/link          → refundLink (payments.refund)
 *   POST /console/api/refunds/{refundId}/approve
 *                                  destinationDecision → refundForStaff (payments.refund)
 *   POST /console/api/refunds/{refundId}/decline
 *                                  destinationDecision → refundForStaff (payments.refund)
 *   GET /console/api/refunds/waiting?page=&size=       → waitingRefunds (payments.read)
 *   POST /console/api/refunds/{refundId}/decision
 *                                     refundDecision   → refundForStaff (payments.refund)
 */
import * as z from "zod/mini";
import { createRefund, refund } from "../api/refunds.ts";
import { listOf } from "../lists.ts";
import { achErrors } from "./ach-errors.ts";

/**
 * `seenReturnedMinor`: the returned part of the payment's base when the dialog opened
 * (`refundable.returned.baseMinor`); 409 `conflicting_state` if it has changed. `paymentId`: which payment, if the
 * customer was charged more than once.
 */
export const staffRefund = z.extend(z.omit(createRefund, { externalRefundId: true }), {
  seenReturnedMinor: z.int().check(z.gte(0)),
  /** Reverses a wrong ACH debit; see `refundable.reversibleUntil`. */
  achError: z.optional(z.enum(achErrors)),
  paymentId: z.optional(z.string().check(z.maxLength(40))),
});

export const refundForStaff = z.extend(refund, {
  note: z.nullable(z.string()),
  /** Why an ACH debit is reversed; null: an ordinary refund. */
  achError: z.nullable(z.string()),
  /** For display: a name, or `API`. */
  requestedBy: z.string(),
  canCancel: z.boolean(),
  /** A second person's decision: `needed`, `given` or `declined`; null if none is needed. */
  approval: z.nullable(z.string()),
  /** Who decided, for display. */
  decidedBy: z.nullable(z.string()),
  /** Whether the caller requested it, so that another person must decide. */
  isOwn: z.boolean(),
  /** Send it with a decision. */
  version: z.number(),
  processor: z.string(),
  providerRefundId: z.nullable(z.string()),
  /** The batch; null for a single refund. */
  refundBatchId: z.nullable(z.string()),
  /**
   * The destination that the customer named, masked; null before that, and after an erasure. `text` is empty if it
   * cannot be decrypted.
   */
  destination: z.nullable(
    z.object({ type: z.string(), text: z.string(), holderName: z.nullable(z.string()) }),
  ),
  /** Send it with the decision on the destination; null if none waits. */
  decisionVersion: z.nullable(z.number()),
  /** Whether a sanctions review holds the refund. Only staff may know. */
  isHeld: z.boolean(),
});
export type RefundForStaff = z.infer<typeof refundForStaff>;

/** Refunds that wait for a second person, oldest first. */
export const waitingRefunds = listOf(refundForStaff);
export type WaitingRefunds = z.infer<typeof waitingRefunds>;

/**
 * A second person's decision. 409 `conflicting_state` for another version, 403 `refund_approval_by_requester` for its
 * requester, 403 `refund_limit_exceeded`.
 */
export const refundDecision = z.strictObject({ approve: z.boolean(), version: z.int() });

/** `seenVersion`: the shown `decisionVersion`; 409 `conflicting_state` if the refund has changed. */
export const destinationDecision = z.strictObject({ seenVersion: z.int().check(z.gte(1)) });

/** The customer's link to the page of a refund. A secret. */
export const refundLink = z.object({ refundUrl: z.string(), expiresAt: z.string() });

/** Crypto that a payment received and did not use, which can be returned for this reason. */
export const returnable = z.object({
  reason: z.string(),
  asset: z.string(),
  network: z.string(),
  /** The amount in whole units of the asset, as decimal text. */
  amount: z.string(),
});
export type Returnable = z.infer<typeof returnable>;

/**
 * What can still be refunded, in minor units, for the dialog's live breakdown. The returned part of a fee after
 * `refunded + amount` of the base is `round(fee × (refunded + amount) / base)`, minus what was returned before:
 * `refundParts` in contract/refund-parts.ts.
 */
export const refundable = z.object({
  paymentId: z.string(),
  currency: z.string(),
  paid: z.object({ baseMinor: z.number(), feesMinor: z.number(), taxMinor: z.number() }),
  returned: z.object({ baseMinor: z.number(), feesMinor: z.number(), taxMinor: z.number() }),
  /** The part of the base that lost disputes took; it cannot be refunded. */
  lostBaseMinor: z.number(),
  /** Whether the processor refunds only whole payments. */
  wholeOnly: z.boolean(),
  /**
   * How much of the base may be returned in all, with this refund, when this role requests it. In minor units; null: no
   * limit.
   */
  limitMinor: z.nullable(z.number()),
  /** Last day (`YYYY-MM-DD`, New York) to reverse a wrong ACH debit; null if it cannot be reversed. */
  reversibleUntil: z.nullable(z.string()),
});
export type Refundable = z.infer<typeof refundable>;
