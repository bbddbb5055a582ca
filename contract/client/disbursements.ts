/**
 * Calls of the payout frame, with the client secret (`di_…`) of a disbursement intent.
 *
 *   GET  /v1/client/session           → disbursementSession
 *   POST /v1/client/disbursements     chooseDisbursementMethod → 201 clientDisbursement
 *   GET  /v1/client/status            → clientDisbursementStatus
 *
 * Missing data, SMS codes and identity verification use the same calls as payments. The session's requirements name
 * the next step.
 */
import * as z from "zod/mini";
import { paymentMessage, paymentMethodSummary } from "../api/payment-intents.ts";
import { bankAccountInput } from "../bank-account.ts";
import {
  cryptoAddressInput,
  cryptoAssets,
  cryptoNetworkNames,
  debitCardInput,
} from "../payout-methods.ts";
import { shownOperator } from "./operator.ts";
import { requirement } from "./session.ts";

/**
 * Time after the operator's approval: `least` to `most` of `unit` (`minutes`, `hours`, `business_days`; an open list).
 */
export const payoutArrival = z.object({
  unit: z.string(),
  least: z.number(),
  most: z.number(),
});
export type PayoutArrival = z.infer<typeof payoutArrival>;

/** `type` is an open list; crypto lists its assets and networks. */
export const payoutOption = z.object({
  type: z.string(),
  arrival: payoutArrival,
  assets: z.optional(
    z.array(
      z.object({ asset: z.enum(cryptoAssets), networks: z.array(z.enum(cryptoNetworkNames)) }),
    ),
  ),
});
export type PayoutOption = z.infer<typeof payoutOption>;

/** A payout method used before; numbers and addresses are masked. */
export const savedPayoutMethod = z.object({
  savedPayoutMethodId: z.string(),
  type: z.string(),
  payoutMethod: paymentMethodSummary,
  arrival: payoutArrival,
  lastUsedAt: z.string(),
});
export type SavedPayoutMethod = z.infer<typeof savedPayoutMethod>;

/** Payout amounts in major units. `netAmount` is what the customer receives. */
export const payoutAmounts = z.object({
  amount: z.number(),
  withheldAmount: z.number(),
  netAmount: z.number(),
  currency: z.string(),
});
export type PayoutAmounts = z.infer<typeof payoutAmounts>;

/**
 * The calendar year's total including this payout, in US dollars (major units), and the requirements
 * (`identity_document`, `tax_information`; an open list) that apply from `threshold` on.
 */
export const yearToDateNotice = z.object({
  year: z.number(),
  totalAfter: z.number(),
  threshold: z.number(),
  asks: z.array(z.string()),
});
export type YearToDateNotice = z.infer<typeof yearToDateNotice>;

/** `status` and `intentStatus` are open lists. */
export const clientDisbursement = z.object({
  disbursementId: z.string(),
  status: z.string(),
  intentStatus: z.string(),
  type: z.string(),
  payoutMethod: paymentMethodSummary,
  amounts: payoutAmounts,
  arrival: payoutArrival,
  messages: z.array(paymentMessage),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type ClientDisbursement = z.infer<typeof clientDisbursement>;

export const disbursementSession = z.object({
  intent: z.object({
    disbursementIntentId: z.string(),
    status: z.string(),
    amount: z.number(),
    currency: z.string(),
    description: z.nullable(z.string()),
    expiresAt: z.string(),
  }),
  operator: shownOperator,
  amounts: payoutAmounts,
  /** The options in display order. */
  payoutOptions: z.array(payoutOption),
  savedPayoutMethods: z.array(savedPayoutMethod),
  requirements: z.array(requirement),
  /** Null for currencies other than US dollars. */
  yearToDate: z.nullable(yearToDateNotice),
  disbursement: z.nullable(clientDisbursement),
  serverTime: z.string(),
});
export type DisbursementSession = z.infer<typeof disbursementSession>;

/** The amount that the customer saw, and whether to save the method. */
const shown = { netAmount: z.number(), save: z._default(z.boolean(), true) };

/**
 * `netAmount` is what the customer saw, in major units; if it has changed: 409 `amount_changed` with the new `amounts`.
 * `saved` uses one of the session's `savedPayoutMethods`.
 */
export const chooseDisbursementMethod = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("bank"), bank: bankAccountInput, ...shown }),
  z.strictObject({ type: z.literal("card"), card: debitCardInput, ...shown }),
  z.strictObject({ type: z.literal("crypto"), crypto: cryptoAddressInput, ...shown }),
  z.strictObject({ type: z.literal("pay_by_bank"), bankLoginId: z.string(), ...shown }),
  z.strictObject({
    type: z.literal("saved"),
    savedPayoutMethodId: z.string(),
    netAmount: z.number(),
  }),
]);
export type ChooseDisbursementMethod = z.infer<typeof chooseDisbursementMethod>;

export const clientDisbursementStatus = z.object({
  status: z.string(),
  disbursement: z.nullable(clientDisbursement),
});
export type ClientDisbursementStatus = z.infer<typeof clientDisbursementStatus>;
