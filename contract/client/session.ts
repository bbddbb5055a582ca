import * as z from "zod/mini";
import { breakdown } from "../api/payment-intents.ts";
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

/** A method that the customer kept; none until saving is built. */
export const savedPaymentMethod = z.looseObject({
  paymentMethodId: z.string(),
  type: z.string(),
});

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
  breakdown: breakdown,
  paymentMethodTypes: z.array(z.string()),
  savedPaymentMethods: z.array(savedPaymentMethod),
  requirements: z.array(requirement),
  payment: z.nullable(clientPayment),
  serverTime: z.string(),
});
export type ClientSession = z.infer<typeof clientSession>;

/** Body of `POST /v1/client/quote`. `card.prefix`: the first 6 to 8 digits, once they are typed. */
export const quoteRequest = z.strictObject({
  type: z.literal("card"),
  card: z.optional(z.strictObject({ prefix: z.string().check(z.regex(/^\d{6,8}$/)) })),
});
export type QuoteRequest = z.infer<typeof quoteRequest>;

/** Answer of `POST /v1/client/quote`: the price for that way to pay. */
export const quote = z.object({ breakdown: breakdown });
export type Quote = z.infer<typeof quote>;
