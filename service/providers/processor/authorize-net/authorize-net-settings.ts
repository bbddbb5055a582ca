import * as z from "zod/mini";

/** Authorize.Net settles in these. All have two decimals. */
const currencies = ["USD", "CAD", "GBP", "EUR", "AUD", "NZD", "DKK", "NOK", "SEK", "PLN"] as const;

export const authorizeNetSettings = z.strictObject({
  /** API login id and transaction key. */
  apiLoginId: z.string().check(z.regex(/^[\x21-\x7e]{1,25}$/)),
  transactionKey: z.string().check(z.regex(/^[\x21-\x7e]{8,64}$/)),
  /** The account's signature key, which signs its webhooks; without it notices are refused. */
  signatureKey: z.optional(z.string().check(z.regex(/^[0-9A-Fa-f]{128}$/))),
  /** The account's only currency. Its records do not name it. */
  currency: z.enum(currencies),
  /** Whether the processor accepts a statement text with each payment. */
  sendsDescriptor: z.optional(z.boolean()),
  /** For how many seconds the same payment counts as a duplicate; default: two minutes. */
  duplicateSeconds: z.optional(z.int().check(z.gte(0), z.lte(28_800))),
  /** No money moves; without `url` it chooses the vendor's address. */
  test: z.optional(z.boolean()),
});
export type AuthorizeNetSettings = z.infer<typeof authorizeNetSettings>;
