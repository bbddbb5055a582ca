/**
 * Ways to pay that a customer has kept, with consent. Only what may be shown: brand and last four digits.
 *
 *   GET    /v1/customers/{externalCustomerId}/payment-methods                      → { data: savedPaymentMethod[] }
 *   DELETE /v1/customers/{externalCustomerId}/payment-methods/{paymentMethodId}    → removedPaymentMethod
 *   DELETE /v1/client/payment-methods/{paymentMethodId}                            → removedPaymentMethod
 */
import * as z from "zod/mini";
import { paymentMethodSummary } from "./payment-intents.ts";

/** A method that the customer kept. `type`: `card`, `bank`; open on the wire. */
export const savedPaymentMethod = z.object({
  paymentMethodId: z.string(),
  type: z.string(),
  paymentMethod: paymentMethodSummary,
  createdAt: z.string(),
  lastUsedAt: z.nullable(z.string()),
});
export type SavedPaymentMethod = z.infer<typeof savedPaymentMethod>;

/** Answer of the list: newest first, without pages. */
export const savedPaymentMethods = z.object({ data: z.array(savedPaymentMethod) });
export type SavedPaymentMethods = z.infer<typeof savedPaymentMethods>;

/** It is gone, and what was sealed of it erased. */
export const removedPaymentMethod = z.object({
  paymentMethodId: z.string(),
  removed: z.literal(true),
});
export type RemovedPaymentMethod = z.infer<typeof removedPaymentMethod>;
