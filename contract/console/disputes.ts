/**
 * Disputes for staff.
 *
 *   GET  /console/api/disputes?…                    → disputeList (disputes.read)
 *   GET  /console/api/dispute-rates                 → disputeRates (disputes.read)
 *   GET  /console/api/disputes/{disputeId}          → disputeCase (disputes.read)
 *   GET  /console/api/disputes/{disputeId}/preview  → PDF (disputes.read)
 *   PUT  /console/api/disputes/{disputeId}/evidence   putEvidence → disputeDone (disputes.answer)
 *   POST /console/api/disputes/{disputeId}/submit     disputeSeen → disputeDone (disputes.answer)
 *   POST /console/api/disputes/{disputeId}/accept     disputeSeen → disputeDone (disputes.answer)
 *   POST /console/api/disputes/{disputeId}/record-answer  recordSeenAnswer → disputeDone (disputes.answer)
 *
 * Under /console/api/payments/{paymentIntentId}/attempts/{paymentId}:
 *   POST …/inquiries   openInquiry → disputeDone (disputes.answer)
 *   GET  …/mandate     → PDF (payments.read)
 */
import * as z from "zod/mini";
import { delivery } from "../api/deliveries.ts";
import { dispute, recordAnswer } from "../api/disputes.ts";
import { amountSorts, listOf, pageQuery } from "../lists.ts";

/** `open`: needs an answer or a decision. */
export const disputeTabs = ["open", "all"] as const;

/**
 * `due`: first those that need an answer, by deadline; an unknown deadline counts as the earliest. Without `sort`, open
 * ones are sorted by `due` and all disputes are newest first.
 */
export const disputeSorts = ["due", ...amountSorts] as const;
export type DisputeSort = (typeof disputeSorts)[number];

/** `lost` includes disputes that were accepted or not answered in time. */
export const disputeOutcomes = ["open", "won", "lost"] as const;
export type DisputeOutcome = (typeof disputeOutcomes)[number];

export const disputeListQuery = z.extend(pageQuery, {
  tab: z._default(z.enum(disputeTabs), "open"),
  /** `figures`: the disputes that Home counts, without inquiries. An outcome: only those with that outcome. */
  outcome: z.optional(z.enum(["figures", ...disputeOutcomes])),
  currency: z.optional(z.string().check(z.regex(/^[A-Z]{3}$/))),
  /** When the dispute was opened: `from` inclusive, `to` exclusive. */
  from: z.optional(z.iso.datetime()),
  to: z.optional(z.iso.datetime()),
  sort: z.optional(z.enum(disputeSorts)),
});

export const disputeSummary = z.object({
  disputeId: z.string(),
  paymentIntentId: z.string(),
  externalCustomerId: z.string(),
  customerName: z.nullable(z.string()),
  customerEmail: z.nullable(z.string()),
  amount: z.number(),
  currency: z.string(),
  network: z.string(),
  reasonCode: z.string(),
  category: z.string(),
  stage: z.string(),
  status: z.string(),
  respondBy: z.nullable(z.string()),
  openedAt: z.string(),
});
export type DisputeSummary = z.infer<typeof disputeSummary>;

/** `waiting`: the number that needs a response. */
export const disputeList = z.extend(listOf(disputeSummary), { waiting: z.number() });
export type DisputeList = z.infer<typeof disputeList>;

/** A card network's program that watches the operator's disputes. */
export const disputeRate = z.object({
  /** `visa_vamp` or `mastercard_ecm`. */
  programme: z.string(),
  /** YYYY-MM-DD, the first of the month. */
  month: z.string(),
  disputes: z.number(),
  /** Only Visa's program counts fraud reports. */
  fraudReports: z.number(),
  /** What the disputes are compared with. */
  payments: z.number(),
  /** (disputes + fraud reports) ÷ payments; null without payments. */
  ratio: z.nullable(z.number()),
  /** The program starts once both limits are reached. */
  limitRatio: z.number(),
  limitCount: z.number(),
  /** `fine`, `warning` (half of both limits) or `over`. */
  state: z.string(),
});
export type DisputeRate = z.infer<typeof disputeRate>;

/** ACH debits that banks returned; Nacha limits the share. */
export const returnRate = z.object({
  /** `unauthorized`, `administrative` (wrong account data) or `overall`. */
  kind: z.string(),
  returned: z.number(),
  /** returned ÷ debits; null without debits. */
  ratio: z.nullable(z.number()),
  limitRatio: z.number(),
  /** `fine`, `warning` (half of the limit) or `over`. */
  state: z.string(),
});
export type ReturnRate = z.infer<typeof returnRate>;

/** Return rates of the last days. */
export const returnRates = z.object({
  days: z.number(),
  /** Debits of these days that were in a file. */
  debits: z.number(),
  data: z.array(returnRate),
});
export type ReturnRates = z.infer<typeof returnRates>;

/** Rates of the current month. */
export const disputeRates = z.object({
  data: z.array(disputeRate),
  /** Null without ACH debits. */
  returns: z.nullable(returnRates),
  /** Whether a processor has sent fraud reports. Without them Visa's rate is too low. */
  hasFraudReports: z.boolean(),
});
export type DisputeRates = z.infer<typeof disputeRates>;

export const earlierPayment = z.object({
  paymentIntentId: z.string(),
  paymentId: z.string(),
  amount: z.number(),
  currency: z.string(),
  paidAt: z.string(),
  description: z.nullable(z.string()),
  /** What matches the disputed payment: `ip_address`, `device`, `delivery_address`, `account`. */
  matches: z.array(z.string()),
});
export type EarlierPayment = z.infer<typeof earlierPayment>;

/** Whether Visa's Compelling Evidence 3.0 applies. */
export const compellingEvidence = z.object({
  qualifies: z.boolean(),
  /** Why it does not apply: `other_reason`, `card_unknown`, `too_few_payments`, `too_few_matches`. */
  missing: z.nullable(z.string()),
  /** The two payments that qualify; otherwise those that were found, at most ten, newest first. */
  payments: z.array(earlierPayment),
});
export type CompellingEvidence = z.infer<typeof compellingEvidence>;

/** A staff member's name, `api`, `command` or `service`. */
const doneBy = z.string();

/** Fields that only a bank's inquiry has. */
export const inquiryForStaff = z.object({
  openedBy: doneBy,
  note: z.nullable(z.string()),
  answeredAt: z.nullable(z.string()),
  answeredBy: z.nullable(doneBy),
  answerNote: z.nullable(z.string()),
  /** When the bank can no longer return the debit; null before the answer and after the end. */
  closesAt: z.nullable(z.string()),
  canRecordAnswer: z.boolean(),
  canWithdraw: z.boolean(),
});
export type InquiryForStaff = z.infer<typeof inquiryForStaff>;

/** A text message with a code that the service sent to the customer. */
export const customerText = z.object({
  /** `payout` or `w9`; an open list. */
  purpose: z.string(),
  /** All but the last two digits are masked. */
  phoneNumber: z.string(),
  /** `pending`, `approved`, `failed`, `expired` or `canceled`. */
  status: z.string(),
  /** How many times it was sent. */
  sends: z.number(),
  sentAt: z.string(),
  changedAt: z.string(),
});

export const relatedDispute = z.object({
  disputeId: z.string(),
  network: z.string(),
  reasonCode: z.string(),
  category: z.string(),
  stage: z.string(),
  status: z.string(),
  openedAt: z.string(),
});
export type RelatedDispute = z.infer<typeof relatedDispute>;

export const disputeCase = z.object({
  dispute,
  /** Grows with each change; a decision sends the one that the person saw. */
  version: z.number(),
  canAccept: z.boolean(),
  payment: z.object({
    total: z.number(),
    paidAt: z.string(),
    type: z.string(),
    externalPaymentIntentId: z.string(),
    description: z.nullable(z.string()),
    paymentDescriptor: z.string(),
    /** Brand or bank with the last four digits; null if unknown. */
    method: z.nullable(z.string()),
    threeDSecure: z.nullable(z.string()),
    liabilityShift: z.nullable(z.boolean()),
    hasMandate: z.boolean(),
    ipAddress: z.nullable(z.string()),
    deviceId: z.nullable(z.string()),
    userAgent: z.nullable(z.string()),
  }),
  customer: z.nullable(
    z.object({
      name: z.nullable(z.string()),
      email: z.string(),
      address: z.nullable(z.string()),
      kycStatus: z.nullable(z.string()),
    }),
  ),
  refunds: z.array(
    z.object({
      refundId: z.string(),
      total: z.number(),
      status: z.string(),
      reference: z.nullable(z.string()),
      createdAt: z.string(),
    }),
  ),
  /** The amount that had been refunded when the dispute was opened, in major units. */
  refundedBefore: z.number(),
  /** Evidence that the service can fill in, by field. */
  known: z.record(z.string(), z.string()),
  compelling: z.nullable(compellingEvidence),
  fraudReports: z.number(),
  /** What the dispute costs now: the amount that was taken and not given back, and the fees. */
  cost: z.number(),
  /** State of the newest answer: `requested`, `done`, `refused`. */
  answer: z.nullable(z.string()),
  /** Whether the processor takes answers only in its own portal. */
  answersElsewhere: z.boolean(),
  /** What the operator's server reported as delivered. */
  delivery: z.nullable(delivery),
  /** What the service showed and sent to the customer about this payment. */
  sent: z.object({
    /** When the payment form first showed that the payment was made. */
    outcomeShownAt: z.nullable(z.string()),
    texts: z.array(customerText),
  }),
  /** Null unless people opened one. */
  inquiry: z.nullable(inquiryForStaff),
  related: z.array(relatedDispute),
});
export type DisputeCase = z.infer<typeof disputeCase>;

/** The version that the person saw. */
export const disputeSeen = z.strictObject({ version: z.int() });

/** `version`: what the person saw. */
export const recordSeenAnswer = z.extend(recordAnswer, { version: z.int() });

/** The response to an action. Read the case again for the new state. */
export const disputeDone = z.object({ disputeId: z.string(), status: z.string() });
