import * as z from "zod/mini";
import { externalId } from "../ids.ts";
import { wireAmount } from "../money.ts";
import { paymentRouting } from "./payment-routing.ts";

/** Known statuses; clients must accept others. */
export const paymentIntentStatuses = [
  "no-payment",
  "pending",
  "success",
  "failed",
  "expired",
] as const;
/** A status as the service computes it. */
export type PaymentIntentStatus = (typeof paymentIntentStatuses)[number];

/** Known statuses of an attempt. The list is open, like the intent's. */
export const paymentStatuses = ["pending", "success", "failed"] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

/** Payment method types. Each operator enables some of them. */
export const paymentMethodTypes = ["card", "bank", "pay_by_bank", "crypto"] as const;

/** Lifetime of an intent (docs/how-money-moves.md). */
export const intentLifetimeMs = 2 * 60 * 60 * 1000;

/** Pairs that the operator attaches; key ≤ 40, value ≤ 500 characters. */
export const customData = z
  .record(z.string().check(z.minLength(1), z.maxLength(40)), z.string().check(z.maxLength(500)))
  .check(
    z.refine((pairs) => Object.keys(pairs).length <= 3, {
      error: "customData holds at most 3 pairs",
    }),
  );

/** Body of `POST /v1/payment-intents`. `amount` is in major units, with the currency's precision. */
export const createPaymentIntent = z.strictObject({
  externalPaymentIntentId: externalId,
  amount: wireAmount,
  currency: z.string(),
  externalCustomerId: externalId,
  customData: z.optional(customData),
  description: z.optional(z.string().check(z.minLength(1), z.maxLength(500))),
  paymentMethodTypes: z.optional(
    z.array(z.enum(paymentMethodTypes)).check(z.minLength(1), z.maxLength(8)),
  ),
});
export type CreatePaymentIntent = z.infer<typeof createPaymentIntent>;

export const salesTaxPart = z.object({
  jurisdiction: z.string(),
  /** `state`, `county`, `city`, `special`; an open list. */
  level: z.string(),
  rate: z.number(),
  amount: z.number(),
});

/**
 * What the customer pays, in major units. The processor charges `total`. Before the first attempt it is a quote: sales
 * tax at the customer's address, no surcharge yet.
 */
export const breakdown = z.object({
  baseAmount: z.number(),
  processingFees: z.number(),
  salesTax: z.number(),
  total: z.number(),
  currency: z.string(),
  salesTaxRate: z.optional(z.number()),
  salesTaxJurisdiction: z.optional(z.string()),
  /** The tax by jurisdiction, where a tax service computed it; the parts add up to `salesTax`. */
  salesTaxParts: z.optional(z.array(salesTaxPart)),
});
export type Breakdown = z.infer<typeof breakdown>;

/** `code` is an open list; `message` may be shown to the customer. */
export const paymentMessage = z.object({
  code: z.string(),
  message: z.string(),
  at: z.string(),
});
export type PaymentMessage = z.infer<typeof paymentMessage>;

/** Whether to retry, and with what. */
export const advice = z.object({
  retry: z.boolean(),
  with: z.enum([
    "same",
    "other_card",
    "other_account",
    "other_method",
    "check_details",
    "later",
    "none",
  ]),
});
export type Advice = z.infer<typeof advice>;

/** `category`: see contract/payment-reasons; an open list. Do not show `operatorMessage` to customers. */
export const explainedMessage = z.extend(paymentMessage, {
  category: z.string(),
  advice: advice,
  operatorMessage: z.string(),
});
export type ExplainedMessage = z.infer<typeof explainedMessage>;

/** A card with only its brand and last four digits, so that it may be displayed. */
export const cardSummary = z.object({
  brand: z.string(),
  last4: z.string(),
  expiryMonth: z.number(),
  expiryYear: z.number(),
});

export const bankSummary = z.object({
  bankName: z.nullable(z.string()),
  accountType: z.string(),
  last4: z.string(),
});

export const cryptoSummary = z.object({
  asset: z.string(),
  network: z.string(),
  address: z.string(),
});

export const paymentMethodSummary = z.union([cardSummary, bankSummary, cryptoSummary]);
export type PaymentMethodSummary = z.infer<typeof paymentMethodSummary>;

/** EMV `transStatus`, message version, ECI, and whether the customer was challenged. */
export const threeDSecureSummary = z.object({
  status: z.nullable(z.string()),
  version: z.nullable(z.string()),
  eci: z.nullable(z.string()),
  challenged: z.boolean(),
});
export type ThreeDSecureSummary = z.infer<typeof threeDSecureSummary>;

/**
 * What the customer agreed to when a bank account was debited. After `endedAt` nothing more may be debited under it:
 * the debit was returned or canceled. `accountSource`: how the customer gave the account (`typed`, `bank_login`,
 * `saved`; an open list); null for older payments.
 */
export const mandateSummary = z.object({
  version: z.string(),
  locale: z.string(),
  acceptedAt: z.string(),
  endedAt: z.nullable(z.string()),
  accountSource: z.nullable(z.string()),
});
export type MandateSummary = z.infer<typeof mandateSummary>;

/** One attempt to pay an intent. `success` means authorized and captured. */
export const payment = z.object({
  paymentId: z.string(),
  paymentIntentId: z.string(),
  status: z.string(),
  type: z.string(),
  amount: z.number(),
  currency: z.string(),
  breakdown: breakdown,
  /** The refunded part of the base amount, including pending refunds. */
  refundedAmount: z.number(),
  /** What open or lost disputes took back, including fees and tax. An inquiry takes nothing. */
  disputedAmount: z.number(),
  messages: z.array(explainedMessage),
  paymentMethod: z.nullable(paymentMethodSummary),
  threeDSecure: z.nullable(threeDSecureSummary),
  /** Present only for `bank`; `GET /v1/payments/{paymentId}/mandate` returns the full mandate. */
  mandate: z.optional(mandateSummary),
  processor: z.nullable(z.string()),
  /** Null if there was no choice of processor. */
  routing: z.nullable(paymentRouting),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type Payment = z.infer<typeof payment>;

/** A payment intent in status, list and events, without the client secret. */
export const paymentIntent = z.object({
  paymentIntentId: z.string(),
  externalPaymentIntentId: z.string(),
  externalCustomerId: z.string(),
  amount: z.number(),
  currency: z.string(),
  status: z.string(),
  customData: customData,
  description: z.nullable(z.string()),
  paymentMethodTypes: z.array(z.string()),
  paymentDescriptor: z.string(),
  breakdown: breakdown,
  /** The refunded part of the base amount, including pending refunds. */
  refundedAmount: z.number(),
  /** What open or lost disputes took back, including fees and tax. An inquiry takes nothing. */
  disputedAmount: z.number(),
  payments: z.array(payment),
  createdAt: z.string(),
  updatedAt: z.string(),
  expiresAt: z.string(),
});
export type PaymentIntent = z.infer<typeof paymentIntent>;

/** Response of create, the only one with the client secret. */
export const createdPaymentIntent = z.extend(paymentIntent, { clientSecretKey: z.string() });
export type CreatedPaymentIntent = z.infer<typeof createdPaymentIntent>;
