import * as z from "zod/mini";
import { externalId } from "../ids.ts";
import { wireAmount } from "../money.ts";
import { paymentRouting } from "./payment-routing.ts";

/** Known statuses of a payment intent. The list is open: clients must accept other values. */
export const paymentIntentStatuses = [
  "no-payment",
  "pending",
  "success",
  "failed",
  "expired",
] as const;
/** One of {@link paymentIntentStatuses}, as the service computes it. */
export type PaymentIntentStatus = (typeof paymentIntentStatuses)[number];

/** Known statuses of a payment (an attempt). The list is open, like the intent's. */
export const paymentStatuses = ["pending", "success", "failed"] as const;
/** One of {@link paymentStatuses}. */
export type PaymentStatus = (typeof paymentStatuses)[number];

/** Known payment method types. Each operator enables some of them. */
export const paymentMethodTypes = ["card", "bank", "pay_by_bank", "crypto"] as const;
/** One of {@link paymentMethodTypes}. */
export type PaymentMethodType = (typeof paymentMethodTypes)[number];

/** Lifetime of an intent: two hours (docs/how-money-moves.md). */
export const intentLifetimeMs = 2 * 60 * 60 * 1000;

/** Up to three pairs that the operator attaches; key ≤ 40, value ≤ 500 characters. */
export const customData = z
  .record(z.string().check(z.minLength(1), z.maxLength(40)), z.string().check(z.maxLength(500)))
  .check(
    z.refine((pairs) => Object.keys(pairs).length <= 3, {
      error: "customData holds at most 3 pairs",
    }),
  );
export type CustomData = z.infer<typeof customData>;

/**
 * Body of `POST /v1/payment-intents`. `amount` is in major units; the currency decides its
 * precision.
 */
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

/** The part of a sales tax that one jurisdiction gets. */
export const salesTaxPart = z.object({
  jurisdiction: z.string(),
  /** `state`, `county`, `city`, `special`; an open list. */
  level: z.string(),
  rate: z.number(),
  amount: z.number(),
});

/**
 * What the customer pays, in major units. The processor charges `total`. Before an intent's first
 * attempt it is a quote: sales tax at the customer's address, no surcharge yet.
 */
export const breakdown = z.object({
  baseAmount: z.number(),
  processingFees: z.number(),
  salesTax: z.number(),
  total: z.number(),
  currency: z.string(),
  salesTaxRate: z.optional(z.number()),
  salesTaxJurisdiction: z.optional(z.string()),
  /** The tax by jurisdiction, where a tax service computed it. The parts add up to `salesTax`. */
  salesTaxParts: z.optional(z.array(salesTaxPart)),
});
export type Breakdown = z.infer<typeof breakdown>;

/** A message about an attempt. `code` is an open list; `message` may be shown to the customer. */
export const paymentMessage = z.object({
  code: z.string(),
  message: z.string(),
  at: z.string(),
});
export type PaymentMessage = z.infer<typeof paymentMessage>;

/** What helps after a failure: whether to retry, and with what. */
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

/**
 * A message for operators: the category of the reason (contract/payment-reasons; an open list),
 * what helps the customer, and an explanation for staff. Do not show `operatorMessage` to
 * customers.
 */
export const explainedMessage = z.extend(paymentMessage, {
  category: z.string(),
  advice: advice,
  operatorMessage: z.string(),
});
export type ExplainedMessage = z.infer<typeof explainedMessage>;

/** A card that may be displayed: brand and last four digits only. */
export const cardSummary = z.object({
  brand: z.string(),
  last4: z.string(),
  expiryMonth: z.number(),
  expiryYear: z.number(),
});
export type CardSummary = z.infer<typeof cardSummary>;

/** A bank account that may be displayed. */
export const bankSummary = z.object({
  bankName: z.nullable(z.string()),
  accountType: z.string(),
  last4: z.string(),
});

/** A crypto deposit address. */
export const cryptoSummary = z.object({
  asset: z.string(),
  network: z.string(),
  address: z.string(),
});

/** The payment method used, by type. */
export const paymentMethodSummary = z.union([cardSummary, bankSummary, cryptoSummary]);
export type PaymentMethodSummary = z.infer<typeof paymentMethodSummary>;

/**
 * Outcome of 3-D Secure: EMV `transStatus`, message version, ECI, and whether the customer was
 * challenged.
 */
export const threeDSecureSummary = z.object({
  status: z.nullable(z.string()),
  version: z.nullable(z.string()),
  eci: z.nullable(z.string()),
  challenged: z.boolean(),
});
export type ThreeDSecureSummary = z.infer<typeof threeDSecureSummary>;

/**
 * What the customer agreed to when a bank account was debited. After `endedAt` nothing more may be
 * debited under this mandate, because the debit was returned or canceled. `accountSource`: how the customer gave the
 * account (`typed`, `bank_login`, `saved`; an open list); null for payments before it was recorded.
 */
export const mandateSummary = z.object({
  version: z.string(),
  locale: z.string(),
  acceptedAt: z.string(),
  endedAt: z.nullable(z.string()),
  accountSource: z.nullable(z.string()),
});
export type MandateSummary = z.infer<typeof mandateSummary>;

/** A payment: one attempt to pay an intent. `success` means authorised and captured. */
export const payment = z.object({
  paymentId: z.string(),
  paymentIntentId: z.string(),
  status: z.string(),
  type: z.string(),
  amount: z.number(),
  currency: z.string(),
  breakdown: breakdown,
  /** Returned by refunds, pending ones included, as a part of the base amount. */
  refundedAmount: z.number(),
  /** Taken back by disputes that are open or lost, fees and tax included. An inquiry takes nothing. */
  disputedAmount: z.number(),
  messages: z.array(explainedMessage),
  paymentMethod: z.nullable(paymentMethodSummary),
  threeDSecure: z.nullable(threeDSecureSummary),
  /** Only for `bank` payments. `GET /v1/payments/{paymentId}/mandate` returns the full mandate. */
  mandate: z.optional(mandateSummary),
  processor: z.nullable(z.string()),
  /** Why the service chose this processor; null if there was no choice. */
  routing: z.nullable(paymentRouting),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type Payment = z.infer<typeof payment>;

/** A payment intent in status, list and events; it never includes the client secret. */
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
  /** Returned by refunds, pending ones included, as a part of the base amount. */
  refundedAmount: z.number(),
  /** Taken back by disputes that are open or lost, fees and tax included. An inquiry takes nothing. */
  disputedAmount: z.number(),
  payments: z.array(payment),
  createdAt: z.string(),
  updatedAt: z.string(),
  expiresAt: z.string(),
});
export type PaymentIntent = z.infer<typeof paymentIntent>;

/** Response of create: the intent and its client secret, which no other response includes. */
export const createdPaymentIntent = z.extend(paymentIntent, { clientSecretKey: z.string() });
export type CreatedPaymentIntent = z.infer<typeof createdPaymentIntent>;
