/**
 * Payments: one line for each payment intent.
 *
 *   GET /console/api/payments?…                        → paymentList (payments.read)
 *   GET /console/api/payments/{paymentIntentId}        → paymentDetail
 */
import * as z from "zod/mini";
import {
  paymentIntent,
  paymentIntentStatuses,
  paymentMethodSummary,
} from "../api/payment-intents.ts";
import { externalId } from "../ids.ts";
import { listOf, pageQuery } from "../lists.ts";
import { eventSummary } from "./events.ts";

/** Filters; all that are given have to fit. Times are ISO 8601, `from` included, `to` not. */
export const paymentQuery = z.extend(pageQuery, {
  /**
   * An id of ours or the operator's (of the intent, a payment, the customer) or its beginning, or what
   * finds a customer: e-mail, phone number, words of the name.
   */
  search: z._default(z.string().check(z.trim(), z.maxLength(200)), ""),
  status: z.optional(z.enum(paymentIntentStatuses)),
  type: z.optional(z.string().check(z.maxLength(40))),
  currency: z.optional(z.string().check(z.regex(/^[A-Z]{3}$/))),
  externalCustomerId: z.optional(externalId),
  from: z.optional(z.iso.datetime()),
  to: z.optional(z.iso.datetime()),
});
export type PaymentQuery = z.infer<typeof paymentQuery>;

/** One line of the list. Type, method, processor and reason are the newest attempt's. */
export const paymentSummary = z.object({
  paymentIntentId: z.string(),
  externalPaymentIntentId: z.string(),
  externalCustomerId: z.string(),
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
    }),
  ),
  customer: z.nullable(
    z.object({ externalCustomerId: z.string(), name: z.nullable(z.string()), email: z.string() }),
  ),
  events: z.array(eventSummary),
});
export type PaymentDetail = z.infer<typeof paymentDetail>;
