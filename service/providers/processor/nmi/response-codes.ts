/**
 * NMI's `response_code`s as reasons of contract/payment-reasons. A code that is not here is `generic_decline`. 226 asks
 * for a PIN; 261 and 262 say that the card must not be charged again.
 */
const reasons: Readonly<Record<string, string>> = {
  "201": "do_not_honor",
  "202": "insufficient_funds",
  "203": "card_velocity_exceeded",
  "204": "card_not_supported",
  "220": "incorrect_number",
  "221": "incorrect_number",
  "222": "incorrect_number",
  "223": "expired_card",
  "224": "expired_card",
  "225": "incorrect_cvc",
  "226": "card_not_supported",
  "240": "call_issuer",
  "250": "pickup_card",
  "251": "lost_card",
  "252": "stolen_card",
  "253": "fraudulent",
  "260": "call_issuer",
  "261": "do_not_honor",
  "262": "do_not_honor",
  "264": "try_again_later",
  "461": "card_not_supported",
};

/** The reason of a response code. */
export function reasonOf(code: string): string {
  return reasons[code] ?? "generic_decline";
}

/**
 * Codes of an error (`response=3`) after which nothing was charged: refused by the gateway (300), the merchant's
 * processor is not set up or inactive (410, 411), the request does not fit the processor (440, 441, 460). Every other
 * code, such as 400, 420, 421 (processor or communication) and 430 (duplicate), leaves the outcome open.
 */
export const chargedNothing: ReadonlySet<string> = new Set([
  "300",
  "410",
  "411",
  "440",
  "441",
  "460",
]);

/** The processor does not take this kind of card: a decline, because the customer can use another one. */
export const unsupportedCard = "461";

/** The gateway reports a duplicate with code 300 too, so only the text tells them apart. */
export function isDuplicate(text: string): boolean {
  return /\bduplicate\b/i.test(text);
}

/** Whether an error is about our security key. */
export function isAboutKey(text: string): boolean {
  return /^(authentication failed|invalid security key|specified api key not found)/i.test(text);
}
