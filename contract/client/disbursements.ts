/**
 * Being paid out: what the frame calls with the client secret (`di_…`) of a disbursement intent.
 *
 *   GET  /v1/client/session           → disbursementSession
 *   POST /v1/client/disbursements     chooseDisbursementMethod → 201 clientDisbursement
 *   GET  /v1/client/status            → clientDisbursementStatus
 *
 * Missing data, the code by text message and the verification of who somebody is are the calls that
 * payments have too; requirements of the session say what comes next.
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
import { requirement } from "./session.ts";

/**
 * How long money takes once the operator has approved: from `least` to `most` of `unit` (`minutes`,
 * `hours`, `business_days`; an open list).
 */
export const payoutArrival = z.object({
  unit: z.string(),
  least: z.number(),
  most: z.number(),
});
export type PayoutArrival = z.infer<typeof payoutArrival>;

/** One way to be paid. `type` is an open list; crypto names what is sent where. */
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

/** A way that the customer was paid before; numbers and addresses masked. */
export const savedPayoutMethod = z.object({
  savedPayoutMethodId: z.string(),
  type: z.string(),
  payoutMethod: paymentMethodSummary,
  arrival: payoutArrival,
  lastUsedAt: z.string(),
});
export type SavedPayoutMethod = z.infer<typeof savedPayoutMethod>;

/** What is paid out, in major units: `netAmount` is what arrives. */
export const payoutAmounts = z.object({
  amount: z.number(),
  withheldAmount: z.number(),
  netAmount: z.number(),
  currency: z.string(),
});
export type PayoutAmounts = z.infer<typeof payoutAmounts>;

/**
 * The calendar year's total with this payout, in major units of US dollars, and what it will ask for
 * (`identity_document`, `tax_information`; an open list) because it reaches `threshold`.
 */
export const yearToDateNotice = z.object({
  year: z.number(),
  totalAfter: z.number(),
  threshold: z.number(),
  asks: z.array(z.string()),
});
export type YearToDateNotice = z.infer<typeof yearToDateNotice>;

/** A disbursement as the customer's frame sees it. `status` and `intentStatus` are open lists. */
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

/** Answer of `GET /v1/client/session` with the secret of a disbursement intent. */
export const disbursementSession = z.object({
  intent: z.object({
    disbursementIntentId: z.string(),
    status: z.string(),
    amount: z.number(),
    currency: z.string(),
    description: z.nullable(z.string()),
    expiresAt: z.string(),
  }),
  operator: z.object({ name: z.string() }),
  amounts: payoutAmounts,
  /** In the order in which they are offered. */
  payoutOptions: z.array(payoutOption),
  savedPayoutMethods: z.array(savedPayoutMethod),
  requirements: z.array(requirement),
  /** Null where the currency is not counted (only US dollars are). */
  yearToDate: z.nullable(yearToDateNotice),
  disbursement: z.nullable(clientDisbursement),
  serverTime: z.string(),
});
export type DisbursementSession = z.infer<typeof disbursementSession>;

/** What the customer was shown, and whether the method is kept for the next time (it is by default). */
const shown = { netAmount: z.number(), save: z._default(z.boolean(), true) };

/**
 * Body of `POST /v1/client/disbursements`. `netAmount` is what the customer was shown, in major units;
 * if it has changed the answer is 409 `amount_changed` with the new `amounts`. `saved`: one of the
 * session's `savedPayoutMethods`.
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

/** Answer of `GET /v1/client/status` with the secret of a disbursement intent. */
export const clientDisbursementStatus = z.object({
  status: z.string(),
  disbursement: z.nullable(clientDisbursement),
});
export type ClientDisbursementStatus = z.infer<typeof clientDisbursementStatus>;
