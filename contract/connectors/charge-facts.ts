import * as z from "zod/mini";

/** Outcomes of an address check (AVS). */
export const avsResults = [
  "match",
  "address_only",
  "postal_code_only",
  "no_match",
  "not_checked",
] as const;
/** Outcomes of the check of the security code. */
export const cvcResults = ["match", "no_match", "not_checked"] as const;

const shortCode = z.string().check(z.regex(/^[A-Za-z0-9._:/+=-]{1,64}$/));

/**
 * What the card network and the processor say about a charge. The facts only inform: a field that does not fit is
 * omitted, and the charge counts.
 */
export const chargeFacts = z.object({
  /** The scheme's id, for later charges of a stored card. */
  networkTransactionId: z.catch(z.optional(shortCode), undefined),
  authorisationCode: z.catch(z.optional(shortCode), undefined),
  /** The issuer's response code (ISO 8583 field 39). */
  networkDeclineCode: z.catch(z.optional(shortCode), undefined),
  /** Mastercard's merchant advice code, or another scheme's. 03 and 21 forbid another try. */
  adviceCode: z.catch(z.optional(shortCode), undefined),
  avsResult: z.catch(z.optional(z.enum(avsResults)), undefined),
  cvcResult: z.catch(z.optional(z.enum(cvcResults)), undefined),
  vendorCode: z.catch(z.optional(shortCode), undefined),
});
export type ChargeFacts = z.infer<typeof chargeFacts>;

/** Advice codes that mean "do not try again" and "payment canceled". */
const doNotRetryCodes = new Set(["03", "21"]);

/**
 * Whether a {@link ChargeFacts.adviceCode} forbids another try with the card. Schemes fine merchants who try. Both
 * digits count: `3` is a category of Visa's response codes, which asks for other data and allows another try.
 */
export function adviceForbidsRetry(adviceCode: string): boolean {
  return doNotRetryCodes.has(adviceCode);
}
