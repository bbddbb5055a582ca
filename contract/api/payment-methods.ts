/**
 * Payment methods that a customer saved, with consent. They show only brand and last four digits.
 *
 *   GET    /v1/customers/{externalCustomerId}/payment-methods                      → { data: savedPaymentMethod[] }
 *   DELETE /v1/customers/{externalCustomerId}/payment-methods/{paymentMethodId}    → removedPaymentMethod
 *   DELETE /v1/client/payment-methods/{paymentMethodId}                            → removedPaymentMethod
 */
import * as z from "zod/mini";
import { paymentMethodSummary } from "./payment-intents.ts";

/** `type`: `card` or `bank`; an open list. */
export const savedPaymentMethod = z.object({
  paymentMethodId: z.string(),
  type: z.string(),
  paymentMethod: paymentMethodSummary,
  createdAt: z.string(),
  lastUsedAt: z.nullable(z.string()),
});
export type SavedPaymentMethod = z.infer<typeof savedPaymentMethod>;

/** A customer's saved payment methods, newest first, not paginated. */
export const savedPaymentMethods = z.object({ data: z.array(savedPaymentMethod) });

/** The method is removed, and its encrypted data erased. */
export const removedPaymentMethod = z.object({
  paymentMethodId: z.string(),
  removed: z.literal(true),
});
