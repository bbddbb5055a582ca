import * as z from "zod/mini";

/** Currencies that Authorize.Net settles. All have two decimals. */
const currencies = ["USD", "CAD", "GBP", "EUR", "AUD", "NZD", "DKK", "NOK", "SEK", "PLN"] as const;

/** An Authorize.Net account. */
export const authorizeNetSettings = z.strictObject({
  /** API login id and transaction key. */
  apiLoginId: z.string().check(z.regex(/^[\x21-\x7e]{1,25}$/)),
  transactionKey: z.string().check(z.regex(/^[\x21-\x7e]{8,64}$/)),
  /** Signature key of the account, which signs its webhooks; without it notices are refused. */
  signatureKey: z.optional(z.string().check(z.regex(/^[0-9A-Fa-f]{128}$/))),
  /** The currency of the account: it has one, and its records do not name it. */
  currency: z.enum(currencies),
  /** Whether the processor accepts a text for the customer's statement with each payment. */
  sendsDescriptor: z.optional(z.boolean()),
  /** For how many seconds the same payment counts as a duplicate; default: two minutes. */
  duplicateSeconds: z.optional(z.int().check(z.gte(0), z.lte(28_800))),
  /** The account is for tests, where no money moves; without `url` it chooses the vendor's address. */
  test: z.optional(z.boolean()),
});
export type AuthorizeNetSettings = z.infer<typeof authorizeNetSettings>;
