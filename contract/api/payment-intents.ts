import * as z from "zod/mini";

/** Known statuses of a payment intent. The list is open on the wire: clients tolerate others. */
export const paymentIntentStatuses = [
  "no-payment",
  "pending",
  "success",
  "failed",
  "expired",
] as const;
/** One of {@link paymentIntentStatuses}, as the service computes it. */
export type PaymentIntentStatus = (typeof paymentIntentStatuses)[number];

/** Known statuses of a payment (an attempt). Open on the wire, as the intent's. */
export const paymentStatuses = ["pending", "success", "failed"] as const;
/** One of {@link paymentStatuses}. */
export type PaymentStatus = (typeof paymentStatuses)[number];

/** Known payment method types; an operator has some of them enabled. */
export const paymentMethodTypes = ["card", "bank", "pay_by_bank", "crypto"] as const;
/** One of {@link paymentMethodTypes}. */
export type PaymentMethodType = (typeof paymentMethodTypes)[number];

/** Lifetime of an intent: two hours (service document §8). */
export const intentLifetimeMs = 2 * 60 * 60 * 1000;

/** An operator's own id for its thing: 1 to 128 of `A-Z a-z 0-9 . _ ~ -` (decisions §1). */
const ExternalId = z.string().check(z.regex(/^[A-Za-z0-9._~-]{1,128}$/));

/** Up to three pairs that the operator attaches; key ≤ 40, value ≤ 500 characters. */
export const CustomData = z
  .record(z.string().check(z.minLength(1), z.maxLength(40)), z.string().check(z.maxLength(500)))
  .check(
    z.refine((pairs) => Object.keys(pairs).length <= 3, {
      error: "customData holds at most 3 pairs",
    }),
  );
export type CustomData = z.infer<typeof CustomData>;

/** Body of `POST /v1/payment-intents`. `amount` in major units; its precision is checked with the currency. */
export const CreatePaymentIntent = z.strictObject({
  externalPaymentIntentId: ExternalId,
  amount: z.number(),
  currency: z.string(),
  externalCustomerId: ExternalId,
  customData: z.optional(CustomData),
  description: z.optional(z.string().check(z.minLength(1), z.maxLength(500))),
  paymentMethodTypes: z.optional(
    z.array(z.enum(paymentMethodTypes)).check(z.minLength(1), z.maxLength(8)),
  ),
});
export type CreatePaymentIntent = z.infer<typeof CreatePaymentIntent>;

/** What the customer pays, in major units. `total` is what the processor charges. */
export const Breakdown = z.object({
  baseAmount: z.number(),
  processingFees: z.number(),
  salesTax: z.number(),
  total: z.number(),
  currency: z.string(),
  salesTaxRate: z.optional(z.number()),
  salesTaxJurisdiction: z.optional(z.string()),
});
export type Breakdown = z.infer<typeof Breakdown>;

/** A message about an attempt. `code` is an open list, `message` is fit for the customer's eyes. */
export const PaymentMessage = z.object({
  code: z.string(),
  message: z.string(),
  at: z.string(),
});
export type PaymentMessage = z.infer<typeof PaymentMessage>;

/** A card as it may be shown: brand and last four digits, never more. */
export const CardSummary = z.object({
  brand: z.string(),
  last4: z.string(),
  expiryMonth: z.number(),
  expiryYear: z.number(),
});
export type CardSummary = z.infer<typeof CardSummary>;

/** A bank account as it may be shown. */
export const BankSummary = z.object({
  bankName: z.nullable(z.string()),
  accountType: z.string(),
  last4: z.string(),
});

/** A crypto deposit address. */
export const CryptoSummary = z.object({
  asset: z.string(),
  network: z.string(),
  address: z.string(),
});

/** What was paid with, by type of method. */
export const PaymentMethodSummary = z.union([CardSummary, BankSummary, CryptoSummary]);
export type PaymentMethodSummary = z.infer<typeof PaymentMethodSummary>;

/** Outcome of 3-D Secure: EMV `transStatus`, message version, ECI, whether the customer was challenged. */
export const ThreeDSecureSummary = z.object({
  status: z.nullable(z.string()),
  version: z.nullable(z.string()),
  eci: z.nullable(z.string()),
  challenged: z.boolean(),
});
export type ThreeDSecureSummary = z.infer<typeof ThreeDSecureSummary>;

/** A payment: one attempt to pay an intent. `success` means authorised and captured. */
export const Payment = z.object({
  paymentId: z.string(),
  paymentIntentId: z.string(),
  status: z.string(),
  type: z.string(),
  amount: z.number(),
  currency: z.string(),
  breakdown: Breakdown,
  messages: z.array(PaymentMessage),
  paymentMethod: z.nullable(PaymentMethodSummary),
  threeDSecure: z.nullable(ThreeDSecureSummary),
  processor: z.nullable(z.string()),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type Payment = z.infer<typeof Payment>;

/** A payment intent as status, list and events show it; the client secret is never among it. */
export const PaymentIntent = z.object({
  paymentIntentId: z.string(),
  externalPaymentIntentId: z.string(),
  externalCustomerId: z.string(),
  amount: z.number(),
  currency: z.string(),
  status: z.string(),
  customData: CustomData,
  description: z.nullable(z.string()),
  paymentMethodTypes: z.array(z.string()),
  paymentDescriptor: z.string(),
  breakdown: Breakdown,
  payments: z.array(Payment),
  createdAt: z.string(),
  updatedAt: z.string(),
  expiresAt: z.string(),
});
export type PaymentIntent = z.infer<typeof PaymentIntent>;

/** Answer of create: the intent and, only here, its client secret. */
export const CreatedPaymentIntent = z.extend(PaymentIntent, { clientSecretKey: z.string() });
export type CreatedPaymentIntent = z.infer<typeof CreatedPaymentIntent>;
