import * as z from "zod/mini";
import { minorDigits } from "#contract/money";

export const nmiSettings = z.strictObject({
  /** The account's security key. It needs the permissions for the Payment API and the Query API. */
  securityKey: z.string().check(z.regex(/^[\x21-\x7e]{8,200}$/)),
  /** Signs the webhook to our address for notices; without it notices are refused. */
  signingKey: z.optional(z.string().check(z.regex(/^[\x21-\x7e]{8,200}$/))),
  /** NMI reports chargebacks without a currency; default: USD. */
  chargebackCurrency: z.optional(
    z.string().check(z.refine((code: string) => minorDigits(code) === 2)),
  ),
  /** Which of the account's processors takes the payments, if there are several. */
  processorId: z.optional(z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/))),
  /** Merchant category code, only if the processor accepts one per payment. */
  mcc: z.optional(z.string().check(z.regex(/^\d{4}$/))),
  /** Whether the processor accepts a statement text with each payment. */
  sendsDescriptor: z.optional(z.boolean()),
  /** For how many seconds the gateway refuses the same card and amount; default: the account's rule. */
  duplicateSeconds: z.optional(z.int().check(z.gte(0), z.lte(7_862_400))),
  /** No money moves. The address does not show that. */
  test: z.optional(z.boolean()),
});
export type NmiSettings = z.infer<typeof nmiSettings>;
