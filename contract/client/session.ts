import * as z from "zod/mini";
import { breakdown } from "../api/payment-intents.ts";
import { savedPaymentMethod } from "../api/payment-methods.ts";
import { cryptoAssets, cryptoNetworkNames } from "../crypto-networks.ts";
import { signedLanguages } from "../signed-languages.ts";
import { shownOperator } from "./operator.ts";
import { clientPayment } from "./payments.ts";

/**
 * A requirement that the customer must meet before money moves; the first unmet one is the next step. `type` is an open
 * list (`customer_data`, `sms_verification`, `kyc`, `identity_document`, `w9`). Each type adds its own fields.
 */
export const requirement = z.looseObject({
  type: z.string(),
  blocks: z.enum(["submission", "approval"]),
});
export type Requirement = z.infer<typeof requirement>;

/**
 * `verification`: what the saved method requires to pay (`cvc`, `three_ds`, `mandate`, `none`; an open list). An
 * `isExpired` method can only be removed: the card has expired, or a debit was returned and the account must not be
 * debited again.
 */
export const offeredPaymentMethod = z.extend(savedPaymentMethod, {
  verification: z.string(),
  isExpired: z.boolean(),
});
export type OfferedPaymentMethod = z.infer<typeof offeredPaymentMethod>;

/** An asset that the customer can pay with, and its networks. */
export const offeredAsset = z.object({
  asset: z.enum(cryptoAssets),
  networks: z.array(z.enum(cryptoNetworkNames)),
});
export type OfferedAsset = z.infer<typeof offeredAsset>;

/** Everything the payment widget needs for its first step. */
export const clientSession = z.object({
  intent: z.object({
    paymentIntentId: z.string(),
    status: z.string(),
    amount: z.number(),
    currency: z.string(),
    description: z.nullable(z.string()),
    paymentDescriptor: z.string(),
    expiresAt: z.string(),
  }),
  operator: shownOperator,
  /** The price for an unknown card; once there is a payment, the payment's own. */
  breakdown: breakdown,
  paymentMethodTypes: z.array(z.string()),
  savedPaymentMethods: z.array(offeredPaymentMethod),
  /** If true, show the consent box. */
  canSavePaymentMethod: z.boolean(),
  /** Whether the customer may log in to their bank to share an account. Absent means no. */
  bankLogin: z.optional(z.boolean()),
  /** The assets; empty if crypto is not offered. */
  cryptoAssets: z.array(offeredAsset),
  requirements: z.array(requirement),
  payment: z.nullable(clientPayment),
  serverTime: z.string(),
});
export type ClientSession = z.infer<typeof clientSession>;

const locale = z.enum(signedLanguages);

/**
 * `card.prefix`: the first 6 to 8 digits, once typed. `locale`: language of the mandate. `routingNumber`: once typed,
 * to get the bank's name.
 */
export const quoteRequest = z.discriminatedUnion("type", [
  z.strictObject({
    type: z.literal("card"),
    card: z.optional(z.strictObject({ prefix: z.string().check(z.regex(/^\d{6,8}$/)) })),
  }),
  z.strictObject({
    type: z.literal("saved"),
    paymentMethodId: z.string(),
    locale: z.optional(locale),
  }),
  z.strictObject({
    type: z.literal("bank"),
    locale,
    routingNumber: z.optional(z.string().check(z.regex(/^\d{9}$/))),
  }),
  z.strictObject({ type: z.literal("pay_by_bank") }),
  z.strictObject({
    type: z.literal("crypto"),
    asset: z.enum(cryptoAssets),
    network: z.enum(cryptoNetworkNames),
  }),
]);
export type QuoteRequest = z.infer<typeof quoteRequest>;

export const mandateText = z.object({
  version: z.string(),
  locale,
  text: z.string(),
});
export type MandateText = z.infer<typeof mandateText>;

/** The amount as decimal text in whole units, and when the rate expires. */
export const cryptoQuote = z.object({
  quoteId: z.string(),
  amount: z.string(),
  /** Price of one unit in the payment's currency, as decimal text. */
  rate: z.string(),
  expiresAt: z.string(),
});
export type CryptoQuote = z.infer<typeof cryptoQuote>;

/** `mandate` is for bank accounts, `bankName` for a known routing number, `crypto` for crypto. */
export const quote = z.object({
  breakdown: breakdown,
  mandate: z.optional(mandateText),
  bankName: z.optional(z.nullable(z.string())),
  crypto: z.optional(cryptoQuote),
});
export type Quote = z.infer<typeof quote>;
