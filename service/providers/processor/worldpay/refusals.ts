/**
 * Worldpay's refusal codes (ISO 8583 response codes) as reasons of contract/payment-reasons. A code that is not here
 * is `generic_decline`.
 */
const reasons: Readonly<Record<string, string>> = {
  "1": "call_issuer",
  "2": "call_issuer",
  "3": "card_not_supported",
  "4": "pickup_card",
  "5": "do_not_honor",
  "7": "pickup_card",
  "13": "processing_error",
  "14": "incorrect_number",
  "15": "incorrect_number",
  "19": "try_again_later",
  "30": "processing_error",
  "33": "expired_card",
  "34": "fraudulent",
  "35": "pickup_card",
  "36": "pickup_card",
  "40": "card_not_supported",
  "41": "lost_card",
  "43": "stolen_card",
  "51": "insufficient_funds",
  "54": "expired_card",
  "57": "card_not_supported",
  "58": "card_not_supported",
  "59": "fraudulent",
  "61": "card_velocity_exceeded",
  "62": "card_not_supported",
  "63": "fraudulent",
  "65": "card_velocity_exceeded",
  "67": "pickup_card",
  "70": "authentication_required",
  "82": "incorrect_cvc",
  "85": "try_again_later",
  "91": "issuer_unavailable",
  "92": "issuer_unavailable",
  "96": "processing_error",
  "1A": "authentication_required",
  N7: "incorrect_cvc",
};

/** The reason of a refusal code; codes come with and without a leading zero. */
export function reasonOf(code: string | undefined): string {
  return reasons[(code ?? "").replace(/^0+(?=.)/, "")] ?? "generic_decline";
}
