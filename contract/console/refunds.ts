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
 * Body of a refund by staff. `seenReturnedMinor`: what had been returned of the payment's base when the
 * dialog opened (`refundable.returned.baseMinor`); 409 `conflicting_state` if that has changed. `paymentId`: which
 * payment, if the customer was charged more than once.
 */
export const staffRefund = z.extend(z.omit(createRefund, { externalRefundId: true }), {
  seenReturnedMinor: z.int().check(z.gte(0)),
  /** Reverses an ACH debit that was an error; see `refundable.reversibleUntil`. */
  achError: z.optional(z.enum(achErrors)),
  paymentId: z.optional(z.string().check(z.maxLength(40))),
});
export type StaffRefund = z.infer<typeof staffRefund>;

/** A refund as staff see it. */
export const refundForStaff = z.extend(refund, {
  /** Null without a note. */
  note: z.nullable(z.string()),
  /** The error for which an ACH debit is reversed; null: an ordinary refund. */
  achError: z.nullable(z.string()),
  /** Who requested it, for display: a name, or `API`. */
  requestedBy: z.string(),
  /** Whether it can still be canceled. */
  canCancel: z.boolean(),
  /** A second person's decision: `needed`, `given` or `declined`; null if none is needed. */
  approval: z.nullable(z.string()),
  /** Who approved or declined it, for display. */
  decidedBy: z.nullable(z.string()),
  /** Whether the caller requested it: then another person decides. */
  isOwn: z.boolean(),
  /** Send it with a decision. */
  version: z.number(),
  processor: z.string(),
  /** The processor's id of the refund. */
  providerRefundId: z.nullable(z.string()),
  /** The batch that requested it; null for a single refund. */
  refundBatchId: z.nullable(z.string()),
  /** What the customer named, masked; null before, and after an erasure. */
  destination: z.nullable(
    z.object({ type: z.string(), text: z.string(), holderName: z.nullable(z.string()) }),
  ),
  /** Send it with the decision while the destination waits for one; null otherwise. */
  decisionVersion: z.nullable(z.number()),
  /** Whether a sanctions review holds it. Only staff may know. */
  isHeld: z.boolean(),
});
export type RefundForStaff = z.infer<typeof refundForStaff>;

/** Refunds that wait for a second person, oldest first. */
export const waitingRefunds = listOf(refundForStaff);
export type WaitingRefunds = z.infer<typeof waitingRefunds>;

/**
 * Approves or declines a refund that waits for it. 409 `conflicting_state` for another version, 403
 * `refund_approval_by_requester` for its requester, 403 `refund_limit_exceeded`.
 */
export const refundDecision = z.strictObject({ approve: z.boolean(), version: z.int() });

/**
 * Body of a decision on a refund's destination. `seenVersion`: the `decisionVersion` that was shown; 409
 * `conflicting_state` if the refund has changed.
 */
export const destinationDecision = z.strictObject({ seenVersion: z.int().check(z.gte(1)) });

/** The customer's link to the page of a refund. A secret. */
export const refundLink = z.object({ refundUrl: z.string(), expiresAt: z.string() });
export type RefundLink = z.infer<typeof refundLink>;

/** What a crypto payment received beside its order, and can be returned for this reason. */
export const returnable = z.object({
  reason: z.string(),
  asset: z.string(),
  network: z.string(),
  /** In whole units of the asset, as decimal text. */
  amount: z.string(),
});
export type Returnable = z.infer<typeof returnable>;

/**
 * What can still be refunded, for the dialog's live breakdown. Minor units. The returned part of a
 * fee after `refunded + amount` of the base is `round(fee × (refunded + amount) / base)`, minus what
 * was returned before: `refundParts` in contract/refund-parts.ts.
 */
export const refundable = z.object({
  paymentId: z.string(),
  currency: z.string(),
  paid: z.object({ baseMinor: z.number(), feesMinor: z.number(), taxMinor: z.number() }),
  returned: z.object({ baseMinor: z.number(), feesMinor: z.number(), taxMinor: z.number() }),
  /** The part of the base that lost disputes took; it cannot be refunded. */
  lostBaseMinor: z.number(),
  /** The processor refunds the whole payment only. */
  wholeOnly: z.boolean(),
  /** How much of the base this role may have returned afterwards, in minor units; null: no limit. */
  limitMinor: z.nullable(z.number()),
  /**
   * Last day (`YYYY-MM-DD`, New York) on which an ACH debit can be reversed because of an error; null if it cannot be.
   */
  reversibleUntil: z.nullable(z.string()),
});
export type Refundable = z.infer<typeof refundable>;
