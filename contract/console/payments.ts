/**
 * Payments: one line for each payment intent.
 *
 *   GET /console/api/payments?…                        → paymentList (payments.read)
 *   GET /console/api/payments/{paymentIntentId}        → paymentDetail
 *   GET /console/api/payment-filters                   → paymentFilters (payments.read)
 *   POST /console/api/payments/{paymentIntentId}/attempts/{paymentId}/cancel
 *                                                      → paymentDone (payments.decide)
 *   POST /console/api/payments/{paymentIntentId}/attempts/{paymentId}/unbar
 *                                     barLift          → paymentDone (payments.decide)
 */
import * as z from "zod/mini";
import {
  paymentIntent,
  paymentIntentStatuses,
  paymentMethodSummary,
} from "../api/payment-intents.ts";
import { externalId } from "../ids.ts";
import { listOf, pageQuery } from "../lists.ts";
import { largestMajorAmount } from "../money.ts";
import { eventSummary } from "./events.ts";

/** A bound of amounts in major units, as the query string carries it. */
const bound = z.optional(z.coerce.number().check(z.gte(0), z.lte(largestMajorAmount)));

/** Filters; all that are given have to fit. Times are ISO 8601, `from` included, `to` not. */
export const paymentQuery = z.extend(pageQuery, {
  /**
   * An id of ours or the operator's (of the intent, a payment, the customer) or its beginning; what
   * finds a customer: e-mail, phone number, words of the name; an amount as it was asked for or paid
   * (`52.48`); the last four digits of a card or account; the code of the reason for which an attempt
   * failed (`insufficient_funds`, `ach_r10`); an address that crypto was to be sent to; or what others
   * know the payment by: a processor's or bank's id, an ACH trace number, a transaction's hash.
   */
  search: z._default(z.string().check(z.trim(), z.maxLength(200)), ""),
  status: z.optional(z.enum(paymentIntentStatuses)),
  type: z.optional(z.string().check(z.maxLength(40))),
  /** Who moved the money, in any attempt; one of {@link paymentFilters}. */
  processor: z.optional(z.string().check(z.maxLength(40))),
  /** What kind of reason the newest message of any attempt has; see contract/payment-reasons. */
  category: z.optional(z.string().check(z.maxLength(40))),
  currency: z.optional(z.string().check(z.regex(/^[A-Z]{3}$/))),
  /** Of what the newest attempt costs in all, or of what was asked for; both included. */
  minAmount: bound,
  maxAmount: bound,
  externalCustomerId: z.optional(externalId),
  from: z.optional(z.iso.datetime()),
  to: z.optional(z.iso.datetime()),
});
export type PaymentQuery = z.infer<typeof paymentQuery>;

/** What the filters offer of what differs between installations. */
export const paymentFilters = z.object({ processors: z.array(z.string()) });
export type PaymentFilters = z.infer<typeof paymentFilters>;

/** One line of the list. Type, method, processor and reason are the newest attempt's. */
export const paymentSummary = z.object({
  paymentIntentId: z.string(),
  externalPaymentIntentId: z.string(),
  externalCustomerId: z.string(),
  /** Null where none is known. */
  customerName: z.nullable(z.string()),
  customerEmail: z.nullable(z.string()),
  /** What the operator asked for, in major units. */
  amount: z.number(),
  /** With fees and tax. */
  total: z.number(),
  currency: z.string(),
  status: z.string(),
  attempts: z.number(),
  type: z.nullable(z.string()),
  paymentMethod: z.nullable(paymentMethodSummary),
  processor: z.nullable(z.string()),
  /** The newest message's code; null where there is none. */
  reason: z.nullable(z.string()),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type PaymentSummary = z.infer<typeof paymentSummary>;

/** The list, the newest first. */
export const paymentList = listOf(paymentSummary);
export type PaymentList = z.infer<typeof paymentList>;

/** A debit on its way over ACH. */
export const achEntryDetail = z.object({
  /** `queued`, `filed`, `settled`, `returned`, `canceled` */
  status: z.string(),
  /** Null until it is in a file. */
  traceNumber: z.nullable(z.string()),
  effectiveDate: z.nullable(z.string()),
  /** The first day on which it counts as settled. */
  settlesOn: z.nullable(z.string()),
  /** `R01`, where it came back. */
  returnCode: z.nullable(z.string()),
});

/** A return that bars the account of a debit from more of them, or did. */
export const barringReturn = z.object({
  /** Of any payment from the same account. */
  paymentId: z.string(),
  paymentIntentId: z.string(),
  /** `R10` */
  returnCode: z.string(),
  returnedAt: z.string(),
  /** Null while it bars. `by` is a name for eyes. */
  lifted: z.nullable(z.object({ at: z.string(), by: z.string(), reason: z.string() })),
});
export type BarringReturn = z.infer<typeof barringReturn>;

/** Opens a barred account. `seen`: the payments of the returns that were looked at. */
export const barLift = z.strictObject({
  reason: z.string().check(z.trim(), z.minLength(1), z.maxLength(500)),
  seen: z.array(z.string().check(z.maxLength(40))).check(z.minLength(1), z.maxLength(100)),
});

/** Done; what has become of the payment is read anew. */
export const paymentDone = z.object({ paymentId: z.string() });

/** A payment that a customer confirms at their bank. */
export const bankConsentDetail = z.object({
  /** As service/rails/open-banking/bank-payment-states.ts has them. */
  status: z.string(),
  /** `redirect`, `popup` */
  way: z.string(),
  payee: z.string(),
  /** When the bank's page was opened last. */
  openedAt: z.nullable(z.string()),
  /** When the customer agreed. */
  agreedAt: z.nullable(z.string()),
  expiresAt: z.string(),
  /** The bank's own id of the payment. */
  bankPaymentId: z.nullable(z.string()),
});

/** What was asked for and came to an address. Amounts in whole units of the asset, as decimal text. */
export const cryptoDepositDetail = z.object({
  status: z.string(),
  amount: z.string(),
  received: z.string(),
  missing: z.string(),
  /** Units of the payment's currency for one of the asset. */
  rate: z.string(),
  confirmations: z.number(),
  requiredConfirmations: z.number(),
  overpaid: z.boolean(),
  wrongAsset: z.boolean(),
  expiresAt: z.string(),
  transfers: z.array(
    z.object({
      transactionHash: z.string(),
      /** Null for a token that nobody has named; then `token` is its contract. */
      asset: z.nullable(z.string()),
      token: z.nullable(z.string()),
      /** In whole units; null where nobody knows what a whole unit is. */
      amount: z.nullable(z.string()),
      /** As the chain counts. */
      baseUnits: z.string(),
      /** `pending`, `mined`, `gone` */
      state: z.string(),
      blockNumber: z.nullable(z.number()),
      arrivedAt: z.string(),
    }),
  ),
});
export type CryptoDepositDetail = z.infer<typeof cryptoDepositDetail>;

/** How an attempt's surcharge came about: the operator's setting of that time, and the rule that held. */
export const surchargeDetail = z.object({
  /** As service/payments/pricing/surcharge.ts has them (`setting`, `capped`, `banned`, `debit`, …); open. */
  outcome: z.string(),
  /** Hundredths of a per cent. */
  basisPoints: z.number(),
  /** In major units. */
  fixed: z.number(),
  /** The strictest that held; null where none was looked at. */
  rule: z.nullable(
    z.object({
      kind: z.enum(["brand", "state"]),
      /** `visa`, `CO` */
      of: z.string(),
      /** The day from which it holds. */
      from: z.string(),
      /** 0: a ban. */
      capBasisPoints: z.number(),
    }),
  ),
});
export type SurchargeDetail = z.infer<typeof surchargeDetail>;

/** One intent with its attempts, and what only staff see of them. */
export const paymentDetail = z.object({
  intent: paymentIntent,
  /** By payment, in the order of `intent.payments`. */
  attempts: z.array(
    z.object({
      paymentId: z.string(),
      number: z.number(),
      /** Where the attempt is on its way (`authenticating`, `charging`, …); open. */
      step: z.string(),
      /** The processor's own id of the charge. */
      chargeId: z.nullable(z.string()),
      liabilityShift: z.nullable(z.boolean()),
      /** A charge given back: `due` or `done`. */
      reversal: z.nullable(z.string()),
      wasSuccess: z.boolean(),
      /** Null where the operator took none. */
      surcharge: z.nullable(surchargeDetail),
      /** By method; null for others, and before it came so far. */
      ach: z.nullable(achEntryDetail),
      /** What bars the account of a bank debit, or did, the newest first. */
      bars: z.array(barringReturn),
      bankConsent: z.nullable(bankConsentDetail),
      crypto: z.nullable(cryptoDepositDetail),
    }),
  ),
  customer: z.nullable(
    z.object({ externalCustomerId: z.string(), name: z.nullable(z.string()), email: z.string() }),
  ),
  events: z.array(eventSummary),
});
export type PaymentDetail = z.infer<typeof paymentDetail>;
