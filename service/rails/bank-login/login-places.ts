import type { BankLoginRow } from "./tables.ts";

/** The place that a sealed column is bound to. */
export function placeOf(
  row: Pick<BankLoginRow, "operator_id" | "bank_login_id">,
  column: "verifier_sealed" | "account_sealed" | "authorization_sealed",
) {
  return { operatorId: row.operator_id, table: "bank_logins", column, id: row.bank_login_id };
}

/** The place that the link to the bank is bound to. */
export function linkPlaceOf(row: Pick<BankLoginRow, "operator_id" | "bank_login_id">) {
  const { operator_id: operatorId, bank_login_id: id } = row;
  return { operatorId, table: "bank_logins", column: "link", id } as const;
}
