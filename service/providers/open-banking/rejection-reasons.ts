/** Payment reasons (contract/payment-reasons) by ISO 20022 code of a bank's rejection. */
const reasons: Readonly<Record<string, string>> = {
  AM04: "bank_insufficient_funds",
  AM02: "bank_limit_exceeded",
  AM14: "bank_limit_exceeded",
  AC01: "payer_account_unusable",
  AC03: "payer_account_unusable",
  AC04: "payer_account_unusable",
  AC06: "payer_account_unusable",
  AG01: "payer_account_unusable",
  CUST: "bank_access_denied",
  DS02: "bank_access_denied",
};

/** The reason for an ISO 20022 status reason; `bank_rejected` for unknown codes. */
export function reasonOf(statusReason: string | undefined): string {
  const code = statusReason ?? "";
  return (Object.hasOwn(reasons, code) ? reasons[code] : undefined) ?? "bank_rejected";
}
