import * as z from "zod/mini";

export const plaidSettings = z.strictObject({
  clientId: z.string().check(z.regex(/^[\x21-\x7e]{8,100}$/)),
  secret: z.string().check(z.regex(/^[\x21-\x7e]{8,200}$/)),
  /** Customers see it on Plaid's pages, which hide longer names. */
  clientName: z.string().check(z.trim(), z.minLength(1), z.maxLength(30)),
});
export type PlaidSettings = z.infer<typeof plaidSettings>;
