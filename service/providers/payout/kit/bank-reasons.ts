const reasons: Readonly<Record<string, string>> = {
  R02: "account_closed",
  R03: "account_not_found",
  R04: "account_number_invalid",
  R16: "account_frozen",
  R20: "account_not_payable",
  R23: "credit_refused",
};

/** Our reason for a credit's return code (`R03`). Other codes stay as they are: `ach_r15`. */
export function reasonOfReturn(code: string): string {
  return reasons[code] ?? `ach_${code.toLowerCase() || "returned"}`;
}
