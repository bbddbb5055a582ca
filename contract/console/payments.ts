/**
 * Payments: one row for each payment intent. The file is long because every shape of the room is here.
 *
 *   GET /console/api/payments?…                        → paymentList (payments.read)
 *   GET /console/api/payments/{paymentIntentId}        → paymentDetail
 *   GET /console/api/payment-filters                   → paymentFilters (payments.read)
 *   POST /console/api/payments/{paymentIntentId}/attempts/{paymentId}/cancel
 *                                                      → paymentDone (payments.decide)
 *   POST /console/api/payments/{paymentIntentId}/attempts/{paymentId}/unbar
 *                                     barLift          → paymentDone (payments.decide)
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
import {
  paymentIntent,
  paymentIntentStatuses,
  paymentMethodSummary,
} from "../api/payment-intents.ts";
import { createRefund, refund } from "../api/refunds.ts";
import { chargeFacts } from "../connectors/charge-facts.ts";
import { externalId } from "../ids.ts";
import { amountSorts, listOf, pageQuery } from "../lists.ts";
import { largestMajorAmount } from "../money.ts";
import { achErrors } from "./ach-errors.ts";
import { eventSummary } from "./events.ts";
import { outcomeForStaff } from "./outcomes.ts";

/** Limit for an amount in major units, from the query string. */
const bound = z.optional(z.coerce.number().check(z.gte(0), z.lte(largestMajorAmount)));

/** Steps of 3-D Secure that an attempt by card can reach. */
export const threeDSSteps = [
  "card",
  "authenticated",
  "frictionless",
  "frictionless_approved",
  "challenged",
  "challenge_passed",
  "challenge_approved",
] as const;
/** One of {@link threeDSSteps}. */
export type ThreeDSStep = (typeof threeDSSteps)[number];

/**
 * Filters that the figures on the home page link to, so that each list holds exactly what a figure
 * counts.
 */
export const homeFilters = {
  /**
   * `declined`: failed, and never succeeded. `returned`: succeeded before it failed. `approved`: a
   * success, or returned. `decided`: any of these.
   */
  outcome: z.optional(z.enum(["approved", "declined", "returned", "decided"])),
  /** The outcome of the first attempt; `any`: there was one. */
  first: z.optional(z.enum(["any", "approved", "declined", "decided"])),
  /**
   * Applies `type`, `processor`, `brand` and `country` to the attempt that decided the payment (`1`)
   * or to its first attempt.
   */
  deciding: z.optional(z.enum(["1", "first"])),
  /** Brand of a card; `none` for no card. */
  brand: z.optional(z.string().check(z.maxLength(40))),
  /** The customer's country (ISO 3166-1 alpha-2); `none` where it is unknown. */
  country: z.optional(z.string().check(z.regex(/^([A-Z]{2}|none)$/))),
  /** Reason code of a failed attempt. */
  reason: z.optional(z.string().check(z.maxLength(80))),
  /** A step of 3-D Secure that an attempt reached. */
  threeDS: z.optional(z.enum(threeDSSteps)),
};

/**
 * Filters; a payment must match all of them. Times are ISO 8601, `from` inclusive, `to` exclusive.
 */
export const paymentQuery = z.extend(pageQuery, {
  /**
   * Searches for one of:
   * - an id (Tessera's or the operator's) of the intent, a payment or the customer, or its
   *   beginning;
   * - a customer's e-mail address, phone number or words of the name;
   * - an amount, requested or paid (`52.48`);
   * - the last four digits of a card or account;
   * - the reason code of a failed attempt (`insufficient_funds`, `ach_r10`);
   * - a crypto deposit address;
   * - an external id: a processor's or bank's id, an ACH trace number, a transaction hash.
   */
  search: z._default(z.string().check(z.trim(), z.maxLength(200)), ""),
  status: z.optional(z.enum(paymentIntentStatuses)),
  type: z.optional(z.string().check(z.maxLength(40))),
  /** The processor of any attempt; one of {@link paymentFilters}. */
  processor: z.optional(z.string().check(z.maxLength(40))),
  /** Reason category of the newest message of any attempt; see contract/payment-reasons. */
  category: z.optional(z.string().check(z.maxLength(40))),
  currency: z.optional(z.string().check(z.regex(/^[A-Z]{3}$/))),
  /** Total of the newest attempt, or the requested amount; both limits inclusive. */
  minAmount: bound,
  maxAmount: bound,
  externalCustomerId: z.optional(externalId),
  from: z.optional(z.iso.datetime()),
  to: z.optional(z.iso.datetime()),
  ...homeFilters,
  sort: z.optional(z.enum(amountSorts)),
});
export type PaymentQuery = z.infer<typeof paymentQuery>;

/** Filter values that differ between installations. */
export const paymentFilters = z.object({ processors: z.array(z.string()) });
export type PaymentFilters = z.infer<typeof paymentFilters>;

/** One row of the list. Type, method, processor and reason are the newest attempt's. */
export const paymentSummary = z.object({
  paymentIntentId: z.string(),
  externalPaymentIntentId: z.string(),
  externalCustomerId: z.string(),
  /** Null if unknown. */
  customerName: z.nullable(z.string()),
  customerEmail: z.nullable(z.string()),
  /** The amount requested by the operator, in major units. */
  amount: z.number(),
  /** Including fees and tax. */
  total: z.number(),
  currency: z.string(),
  status: z.string(),
  attempts: z.number(),
  type: z.nullable(z.string()),
  paymentMethod: z.nullable(paymentMethodSummary),
  processor: z.nullable(z.string()),
  /** The newest message's code; null without a message. */
  reason: z.nullable(z.string()),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type PaymentSummary = z.infer<typeof paymentSummary>;

/** The list, newest first. */
export const paymentList = listOf(paymentSummary);
export type PaymentList = z.infer<typeof paymentList>;

/** An ACH debit. */
export const achEntryDetail = z.object({
  /** `queued`, `filed`, `settled`, `returned`, `canceled` */
  status: z.string(),
  /** Null until it is in a bank file. */
  traceNumber: z.nullable(z.string()),
  effectiveDate: z.nullable(z.string()),
  /** First day on which it counts as settled. */
  settlesOn: z.nullable(z.string()),
  /** Such as `R01`, if it was returned. */
  returnCode: z.nullable(z.string()),
});

/** A return that bars, or barred, the account from further debits. */
export const barringReturn = z.object({
  /** A payment from the same account. */
  paymentId: z.string(),
  paymentIntentId: z.string(),
  /** Such as `R10`. */
  returnCode: z.string(),
  returnedAt: z.string(),
  /** Null while it bars the account. `by` is for display. */
  lifted: z.nullable(z.object({ at: z.string(), by: z.string(), reason: z.string() })),
});
export type BarringReturn = z.infer<typeof barringReturn>;

/**
 * Lifts the bar of an account. `seen`: the payments of the returns that the staff member reviewed.
 */
export const barLift = z.strictObject({
  reason: z.string().check(z.trim(), z.minLength(1), z.maxLength(500)),
  seen: z.array(z.string().check(z.maxLength(40))).check(z.minLength(1), z.maxLength(100)),
});

/** The change is done. Read the payment again for its new state. */
export const paymentDone = z.object({ paymentId: z.string() });

/** A payment that the customer confirms at their bank. */
export const bankConsentDetail = z.object({
  /** States of service/rails/open-banking/bank-payment-states.ts. */
  status: z.string(),
  /** `redirect`, `popup` */
  way: z.string(),
  payee: z.string(),
  /** When the bank's page was last opened. */
  openedAt: z.nullable(z.string()),
  /** When the customer authorised it. */
  agreedAt: z.nullable(z.string()),
  expiresAt: z.string(),
  /** The bank's id of the payment. */
  bankPaymentId: z.nullable(z.string()),
});

/**
 * Requested and received amounts of a deposit address, in whole units of the asset, as decimal
 * text.
 */
export const cryptoDepositDetail = z.object({
  status: z.string(),
  amount: z.string(),
  received: z.string(),
  missing: z.string(),
  /** Price of one unit of the asset in the payment's currency. */
  rate: z.string(),
  confirmations: z.number(),
  requiredConfirmations: z.number(),
  overpaid: z.boolean(),
  wrongAsset: z.boolean(),
  expiresAt: z.string(),
  transfers: z.array(
    z.object({
      transactionHash: z.string(),
      /** Null for an unknown token; then `token` is its contract. */
      asset: z.nullable(z.string()),
      token: z.nullable(z.string()),
      /** In whole units; null if the token's decimals are unknown. */
      amount: z.nullable(z.string()),
      /** In the chain's base units. */
      baseUnits: z.string(),
      /** `pending`, `mined`, `gone` */
      state: z.string(),
      blockNumber: z.nullable(z.number()),
      arrivedAt: z.string(),
    }),
  ),
});
export type CryptoDepositDetail = z.infer<typeof cryptoDepositDetail>;

/**
 * How an attempt's surcharge was computed: the operator's setting at that time, and the rule that
 * applied.
 */
export const surchargeDetail = z.object({
  /**
   * Outcomes of service/payments/pricing/surcharge.ts (`setting`, `capped`, `banned`, `debit`, …);
   * an open list.
   */
  outcome: z.string(),
  /** Hundredths of a percent. */
  basisPoints: z.number(),
  /** In major units. */
  fixed: z.number(),
  /** The strictest rule that applied; null if none was checked. */
  rule: z.nullable(
    z.object({
      kind: z.enum(["brand", "state"]),
      /** Such as `visa` or `CO`. */
      of: z.string(),
      /** First day on which it applies. */
      from: z.string(),
      /** 0: a ban. */
      capBasisPoints: z.number(),
    }),
  ),
});
export type SurchargeDetail = z.infer<typeof surchargeDetail>;

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

/** A dispute of a payment. */
export const paymentDispute = z.object({
  disputeId: z.string(),
  amount: z.number(),
  currency: z.string(),
  network: z.string(),
  reasonCode: z.string(),
  category: z.string(),
  stage: z.string(),
  status: z.string(),
  /** The processor's deadline; null if it named none. */
  respondBy: z.nullable(z.string()),
});
export type PaymentDispute = z.infer<typeof paymentDispute>;

/** One intent with its attempts, including details for staff only. */
export const paymentDetail = z.object({
  intent: paymentIntent,
  /** By payment, in the order of `intent.payments`. */
  attempts: z.array(
    z.object({
      paymentId: z.string(),
      number: z.number(),
      /** The attempt's current step (`authenticating`, `charging`, …); an open list. */
      step: z.string(),
      /** The processor's id of the charge. */
      chargeId: z.nullable(z.string()),
      liabilityShift: z.nullable(z.boolean()),
      /** State of a reversal: `due` or `done`. */
      reversal: z.nullable(z.string()),
      wasSuccess: z.boolean(),
      /** What the card network and the processor said of the charge; null if nothing. */
      facts: z.nullable(chargeFacts),
      /** Whether nothing is charged yet, so that the payment can be canceled. */
      canCancel: z.boolean(),
      /** Null if the operator charged none. */
      surcharge: z.nullable(surchargeDetail),
      /** By method; null for other methods and before that step. */
      ach: z.nullable(achEntryDetail),
      /** Returns that bar, or barred, the account of a bank debit, newest first. */
      bars: z.array(barringReturn),
      bankConsent: z.nullable(bankConsentDetail),
      crypto: z.nullable(cryptoDepositDetail),
    }),
  ),
  /** Newest first. */
  refunds: z.array(refundForStaff),
  /** Null if no payment of the intent can be refunded. */
  refundable: z.nullable(refundable),
  /** Other payments of the intent that can be refunded: the customer was charged more than once. */
  alsoRefundable: z.array(refundable),
  /** Payments and refunds whose outcome is or was unknown. */
  outcomes: z.array(outcomeForStaff),
  /** One for each reason. */
  returnables: z.array(returnable),
  /** Newest first. */
  disputes: z.array(paymentDispute),
  customer: z.nullable(
    z.object({ externalCustomerId: z.string(), name: z.nullable(z.string()), email: z.string() }),
  ),
  events: z.array(eventSummary),
});
export type PaymentDetail = z.infer<typeof paymentDetail>;
