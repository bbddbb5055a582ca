/**
 * Proof that a customer agreed to the debit of a bank account.
 *
 *   GET  /v1/payments/{paymentId}/mandate          → mandate (secret key)
 *   GET  /v1/client/mandates/{paymentId}           → the customer's copy, a PDF (client secret)
 */
import * as z from "zod/mini";
import { mandateSummary } from "./payment-intents.ts";

/**
 * A mandate with its evidence, for a bank or scheme. `returnCode` is Nacha's code once the debit is returned.
 * `ipAddress` and `userAgent` are the customer's at the time of consent.
 */
export const mandate = z.extend(mandateSummary, {
  paymentId: z.string(),
  text: z.string(),
  operatorName: z.string(),
  holderName: z.string(),
  accountType: z.string(),
  last4: z.string(),
  bankName: z.nullable(z.string()),
  ipAddress: z.nullable(z.string()),
  userAgent: z.string(),
  returnCode: z.nullable(z.string()),
});
export type Mandate = z.infer<typeof mandate>;
