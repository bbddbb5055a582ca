import * as z from "zod/mini";
import { Breakdown } from "../api/payment-intents.ts";
import { ClientPayment } from "./payments.ts";

/**
 * Something that the customer still owes before money moves. The first unmet one is the next step.
 * `type` is an open list (`customer_data`, `sms_verification`, `kyc`, `identity_document`, `w9`);
 * each type brings fields of its own.
 */
export const Requirement = z.looseObject({
  type: z.string(),
  blocks: z.enum(["submission", "approval"]),
});
export type Requirement = z.infer<typeof Requirement>;

/** A method that the customer kept; none until saving is built. */
export const SavedPaymentMethod = z.looseObject({
  paymentMethodId: z.string(),
  type: z.string(),
});

/** Answer of `GET /v1/client/session`: all that the payment widget needs for its first step. */
export const ClientSession = z.object({
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
  breakdown: Breakdown,
  paymentMethodTypes: z.array(z.string()),
  savedPaymentMethods: z.array(SavedPaymentMethod),
  requirements: z.array(Requirement),
  payment: z.nullable(ClientPayment),
  serverTime: z.string(),
});
export type ClientSession = z.infer<typeof ClientSession>;

/** Body of `POST /v1/client/quote`. `card.prefix`: the first 6 to 8 digits, once they are typed. */
export const QuoteRequest = z.strictObject({
  type: z.literal("card"),
  card: z.optional(z.strictObject({ prefix: z.string().check(z.regex(/^\d{6,8}$/)) })),
});
export type QuoteRequest = z.infer<typeof QuoteRequest>;

/** Answer of `POST /v1/client/quote`: the price for that way to pay. */
export const Quote = z.object({ breakdown: Breakdown });
export type Quote = z.infer<typeof Quote>;
