import { type DeclineReason, reasonOf } from "../kit/reasons.ts";

/** Adyen's refusal codes by the texts that notices have instead (Adyen's page "Refusal reasons"). */
const codes: Readonly<Record<string, string>> = {
  refused: "2",
  referral: "3",
  "acquirer error": "4",
  "blocked card": "5",
  "expired card": "6",
  "invalid amount": "7",
  "invalid card number": "8",
  "issuer unavailable": "9",
  "not supported": "10",
  "3d not authenticated": "11",
  "not enough balance": "12",
  "acquirer fraud": "14",
  cancelled: "15",
  "shopper cancelled": "16",
  "invalid pin": "17",
  "pin tries exceeded": "18",
  "pin validation not possible": "19",
  fraud: "20",
  "not submitted": "21",
  "fraud-cancelled": "22",
  "transaction not permitted": "23",
  "cvc declined": "24",
  "restricted card": "25",
  "revocation of auth": "26",
  "declined non generic": "27",
  "withdrawal amount exceeded": "28",
  "withdrawal count exceeded": "29",
  "issuer suspected fraud": "31",
  "avs declined": "32",
  "card requires online pin": "33",
  "no checking account available on card": "34",
  "no savings account available on card": "35",
  "mobile pin required": "36",
  "contactless fallback": "37",
  "authentication required": "38",
  "rreq not received from ds": "39",
  "current aid is in penalty box": "40",
  "cvm required restart payment": "41",
  "3ds authentication error": "42",
  "transaction blocked by adyen to prevent excessive retry fees": "46",
};

/** Adyen's code of a refusal's text. Undefined for a text that is not in the table. */
export function refusalCodeOf(text: string): string | undefined {
  const plain = text.trim().toLowerCase();
  return Object.hasOwn(codes, plain) ? codes[plain] : undefined;
}

/** A refusal's reason, by Adyen's code. */
export function refusalReasonOf(code: string | undefined, mcc?: string): DeclineReason {
  return reasonOf("adyen", code ?? "", mcc);
}
