import * as z from "zod/mini";

/** A Plaid client. */
export const plaidSettings = z.strictObject({
  clientId: z.string().check(z.regex(/^[\x21-\x7e]{8,100}$/)),
  secret: z.string().check(z.regex(/^[\x21-\x7e]{8,200}$/)),
  /** Name that customers see on Plaid's pages. Plaid shows none that is longer. */
  clientName: z.string().check(z.trim(), z.minLength(1), z.maxLength(30)),
});
export type PlaidSettings = z.infer<typeof plaidSettings>;
