import * as z from "zod/mini";
import { breakdown } from "../api/payment-intents.ts";
import { savedPaymentMethod } from "../api/payment-methods.ts";
import { cryptoAssets, cryptoNetworkNames } from "../crypto-networks.ts";
import { clientPayment } from "./payments.ts";

/**
 * Something that the customer still owes before money moves. The first unmet one is the next step.
 * `type` is an open list (`customer_data`, `sms_verification`, `kyc`, `identity_document`, `w9`);
 * each type brings fields of its own.
 */
export const requirement = z.looseObject({
  type: z.string(),
  blocks: z.enum(["submission", "approval"]),
});
export type Requirement = z.infer<typeof requirement>;

/**
 * A method that the customer kept. `verification`: what paying with it asks for (`cvc`, `three_ds`,
 * `mandate`, `none`; an open list). One that `isExpired` is shown and can only be removed: a card past its
 * month, a bank account that sent a debit back and must not be debited again.
 */
export const offeredPaymentMethod = z.extend(savedPaymentMethod, {
  verification: z.string(),
  isExpired: z.boolean(),
});
export type OfferedPaymentMethod = z.infer<typeof offeredPaymentMethod>;

/** An asset that can be paid with, and on which networks. */
export const offeredAsset = z.object({
  asset: z.enum(cryptoAssets),
  networks: z.array(z.enum(cryptoNetworkNames)),
});
export type OfferedAsset = z.infer<typeof offeredAsset>;

/** Answer of `GET /v1/client/session`: all that the payment widget needs for its first step. */
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
  operator: z.object({ name: z.string() }),
  /** The price of a card of which nothing is known; of the payment itself, while or after one is made. */
  breakdown: breakdown,
  paymentMethodTypes: z.array(z.string()),
  savedPaymentMethods: z.array(offeredPaymentMethod),
  /** Whether a new method may be kept: the consent box is shown. */
  canSavePaymentMethod: z.boolean(),
  /** What crypto can be paid with; empty where it is not offered. */
  cryptoAssets: z.array(offeredAsset),
  requirements: z.array(requirement),
  payment: z.nullable(clientPayment),
  serverTime: z.string(),
});
export type ClientSession = z.infer<typeof clientSession>;

const locale = z.enum(["en", "es"]);

/**
 * Body of `POST /v1/client/quote`. `card.prefix`: the first 6 to 8 digits, once they are typed.
 * `locale`: the language of the mandate. `routingNumber`: once it is typed, to name its bank.
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

/** The text that a customer agrees to when a bank account is debited. */
export const mandateText = z.object({
  version: z.string(),
  locale,
  text: z.string(),
});
export type MandateText = z.infer<typeof mandateText>;

/** What the total is in crypto: decimal text in whole units, and until when the rate holds. */
export const cryptoQuote = z.object({
  quoteId: z.string(),
  amount: z.string(),
  /** Units of the payment's currency for one of the asset, decimal text. */
  rate: z.string(),
  expiresAt: z.string(),
});
export type CryptoQuote = z.infer<typeof cryptoQuote>;

/**
 * Answer of `POST /v1/client/quote`: the price for that way to pay. `mandate` for bank accounts;
 * `bankName` where the routing number is one that is known; `crypto` for crypto.
 */
export const quote = z.object({
  breakdown: breakdown,
  mandate: z.optional(mandateText),
  bankName: z.optional(z.nullable(z.string())),
  crypto: z.optional(cryptoQuote),
});
export type Quote = z.infer<typeof quote>;
