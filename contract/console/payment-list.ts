/** One row for each payment intent. */
import * as z from "zod/mini";
import { paymentIntentStatuses, paymentMethodSummary } from "../api/payment-intents.ts";
import { externalId } from "../ids.ts";
import { amountBound, amountSorts, listOf, pageQuery } from "../lists.ts";

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
export type ThreeDSStep = (typeof threeDSSteps)[number];

/** The home page's figures link to these, so that each list holds exactly what a figure counts. */
export const homeFilters = {
  /**
   * `declined`: failed, and never succeeded. `returned`: succeeded before it failed. `approved`: a success, or
   * returned. `decided`: any of these.
   */
  outcome: z.optional(z.enum(["approved", "declined", "returned", "decided"])),
  /** The outcome of the first attempt; `any`: there was one. */
  first: z.optional(z.enum(["any", "approved", "declined", "decided"])),
  /**
   * Applies `type`, `processor`, `brand` and `country` to the attempt that decided the payment (`1`) or to its first
   * one.
   */
  deciding: z.optional(z.enum(["1", "first"])),
  /** The card's brand; `none`: no card. */
  brand: z.optional(z.string().check(z.maxLength(40))),
  /** ISO 3166-1 alpha-2 of the customer; `none`: unknown. */
  country: z.optional(z.string().check(z.regex(/^([A-Z]{2}|none)$/))),
  /** Reason code of a failed attempt. */
  reason: z.optional(z.string().check(z.maxLength(80))),
  /** A step of 3-D Secure that an attempt reached. */
  threeDS: z.optional(z.enum(threeDSSteps)),
};

/** A payment must match all filters. Times are ISO 8601, `from` inclusive, `to` exclusive. */
export const paymentQuery = z.extend(pageQuery, {
  /**
   * One of:
   * - an id (Tessera's or the operator's) of the intent, a payment or the customer, or its beginning;
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
  /** Category of the newest message of any attempt; see contract/payment-reasons. */
  category: z.optional(z.string().check(z.maxLength(40))),
  currency: z.optional(z.string().check(z.regex(/^[A-Z]{3}$/))),
  /** Total of the newest attempt, or the requested amount; inclusive. */
  minAmount: amountBound,
  maxAmount: amountBound,
  externalCustomerId: z.optional(externalId),
  from: z.optional(z.iso.datetime()),
  to: z.optional(z.iso.datetime()),
  ...homeFilters,
  sort: z.optional(z.enum(amountSorts)),
});
export type PaymentQuery = z.infer<typeof paymentQuery>;

/** Values that differ between installations. */
export const paymentFilters = z.object({ processors: z.array(z.string()) });

/** Type, method, processor and reason are the newest attempt's. */
export const paymentSummary = z.object({
  paymentIntentId: z.string(),
  externalPaymentIntentId: z.string(),
  externalCustomerId: z.string(),
  /** Null if unknown. */
  customerName: z.nullable(z.string()),
  customerEmail: z.nullable(z.string()),
  /** The amount that the operator requested, in major units. */
  amount: z.number(),
  /** The total, including fees and tax. */
  total: z.number(),
  currency: z.string(),
  status: z.string(),
  attempts: z.number(),
  type: z.nullable(z.string()),
  paymentMethod: z.nullable(paymentMethodSummary),
  processor: z.nullable(z.string()),
  /** The newest message's code. */
  reason: z.nullable(z.string()),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type PaymentSummary = z.infer<typeof paymentSummary>;

/** Payments, newest first. */
export const paymentList = listOf(paymentSummary);
export type PaymentList = z.infer<typeof paymentList>;
