/**
 * Error codes (`response=3`) after which nothing was charged: refused by the gateway (300), the merchant's processor is
 * not set up or inactive (410, 411), the request does not fit the processor (440, 441, 460). Every other code, such as
 * 400, 420, 421 (processor or communication) and 430 (duplicate), leaves the outcome unknown.
 */
export const chargedNothing: ReadonlySet<string> = new Set([
  "300",
  "410",
  "411",
  "440",
  "441",
  "460",
]);

/** The processor does not take this kind of card. A decline: the customer can use another one. */
export const unsupportedCard = "461";

/** The gateway reports a duplicate with code 300 too; only the text distinguishes it. */
export function isDuplicate(text: string): boolean {
  return /\bduplicate\b/i.test(text);
}

/** Whether an error is about our security key. */
export function isAboutKey(text: string): boolean {
  return /^(authentication failed|invalid security key|specified api key not found)/i.test(text);
}
