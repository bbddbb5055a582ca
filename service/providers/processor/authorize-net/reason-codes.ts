/** What Authorize.Net's codes say about the outcome. `kit/reasons.ts` has the reasons of declines. */

/** Errors (`responseCode` 3) about the card: the customer can correct it or use another one. */
export const aboutCard: ReadonlySet<string> = new Set([
  ...["6", "7", "8", "17", "28", "37", "78", "315", "316", "317"],
]);

/**
 * Errors (`responseCode` 3) after which nothing was charged: amount (5), account (13), a missing field (33), currency
 * (39), encryption (40), the request does not fit the account (66, 92, 99, 103, 123, 155, 289). Every other code, such
 * as 11 (duplicate) and 19 to 23 (an error while processing), leaves the outcome unknown.
 */
export const chargedNothing: ReadonlySet<string> = new Set([
  ...["5", "13", "33", "39", "40", "66", "92", "99", "103", "123", "155", "289"],
]);

/**
 * API errors before a request becomes a transaction: its form (E00002 to E00004, E00013 to E00016, E00019, E00045,
 * E00059) and our credentials (E00005 to E00011). E00001 is an error at their side; E00027 only says that the
 * transaction has its own error.
 */
const refusals = /^E000(0[2-9]|1[013456]|19|45|59)$/;
const aboutCredentials = /^E000(0[5-9]|1[01])$/;

/** Whether an API error says that there is no transaction. */
export function isRefusal(code: string): boolean {
  return refusals.test(code);
}

/** Whether an error is about our credentials or the account's state. */
export function isAboutCredentials(code: string): boolean {
  return aboutCredentials.test(code);
}
