import { achReasonCode } from "#contract/payment-reasons/index";

/** What a refused capture means for the customer, by Trustly's error code (`provenRefusalOf`). */
export const refusalReasons: ReadonlyMap<string, string> = new Map([
  // An invalid parameter, and security errors.
  ["200", "bank_rejected"],
  ["300", "bank_rejected"],
  ["375", "bank_rejected"],
  // The split token has expired or is not valid.
  ["326", "bank_rejected"],
  ["380", "bank_rejected"],
  ["397", "bank_rejected"],
  ["330", "payer_account_unusable"],
  ["331", "bank_insufficient_funds"],
  // Trustly's own risk rules, which customers do not see.
  ["390", "bank_rejected"],
]);

/** Reasons by `paymentProviderTransaction.status` of a transaction that failed before it reached the bank. */
const failureReasons: ReadonlyMap<string, string> = new Map([
  ["SW013", "bank_access_denied"],
  ["SW021", "bank_insufficient_funds"],
  ["SW052", "bank_unavailable"],
  ["SW053", "bank_unavailable"],
  ["SW056", "payer_account_unusable"],
  ["SW060", "bank_unavailable"],
]);

/** Why a capture failed; `bank_rejected` for unknown codes. */
export function failureReasonOf(code: string | null | undefined): string {
  if (code && /^R\d{2}$/.test(code)) return achReasonCode(code);
  return (code ? failureReasons.get(code) : undefined) ?? "bank_rejected";
}

/** Why the customer's bank sent a capture back. */
export function returnReasonOf(code: string | null | undefined): string {
  return code && /^R\d{2}$/.test(code) ? achReasonCode(code) : "bank_return";
}
