/**
 * Protocol between Tessera and a bank that customers log in to: OAuth 2.0 authorization code with PKCE (S256), pushed
 * authorization requests (RFC 9126), `state` and `iss` (RFC 9207), endpoints from the issuer's metadata. `ui_locales`
 * is the customer's language. The scope `accounts` allows one resource:
 *
 *   GET {issuer}/accounts   Bearer access token → 200 sharedAccounts
 *
 * It contains the account that the customer agreed to share, unmasked.
 */
import * as z from "zod/mini";

export const bankLoginScope = "openid accounts";

export const sharedAccount = z.object({
  bankName: z.string().check(z.minLength(1), z.maxLength(80)),
  /** ABA, nine digits. */
  routingNumber: z.string().check(z.regex(/^\d{9}$/)),
  accountNumber: z.string().check(z.regex(/^[A-Za-z0-9-]{4,17}$/)),
  accountType: z.enum(["checking", "savings"]),
  holderName: z.string().check(z.minLength(1), z.maxLength(120)),
  /**
   * The numbers are substitutes ("tokenized account numbers") and expire when the customer withdraws the consent at the
   * bank. A later transfer comes back.
   */
  isRevocable: z.optional(z.boolean()),
  /** The digits by which the customer knows the account, unless they are the last four of `accountNumber`. */
  last4: z.optional(z.string().check(z.regex(/^[A-Za-z0-9]{2,4}$/))),
  /** Identifies the account across logins. Only for `isRevocable` accounts, whose numbers can change. */
  stableId: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
});
export type SharedAccount = z.infer<typeof sharedAccount>;

export const sharedAccounts = z.object({ data: z.array(sharedAccount).check(z.minLength(1)) });
