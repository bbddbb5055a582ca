/** Why a bank did not pay, in ISO 20022's codes, and what the payment is told to have failed with. */
const reasons: Readonly<Record<string, string>> = {
  AM04: "insufficient_funds",
  AM02: "limit_exceeded",
  AM14: "limit_exceeded",
  AC01: "bank_account_invalid",
  AC03: "bank_account_invalid",
  AC04: "bank_account_closed",
  AC06: "bank_account_blocked",
  AG01: "bank_account_blocked",
  FR01: "bank_rejected",
  CUST: "refused_at_bank",
  DS02: "refused_at_bank",
};

/** The reason for a status code of ISO 20022; `bank_rejected` for those that are not in the table. */
export function reasonOf(statusReason: string | undefined): string {
  return reasons[statusReason ?? ""] ?? "bank_rejected";
}
