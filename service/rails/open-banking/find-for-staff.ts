import type { Selectable } from "kysely";
import type { OpenBankingDeps } from "./bank-payment.ts";
import type { BankPaymentRow } from "./tables.ts";

/** What staff see of a payment at the bank. */
export type StaffBankPayment = Pick<
  Selectable<BankPaymentRow>,
  "status" | "way" | "payee" | "opened_at" | "agreed_at" | "expires_at" | "bank_payment_id"
>;

/** Returns what staff see of a payment; undefined when it is not a payment by bank. */
export function findForStaff(
  { database }: Pick<OpenBankingDeps, "database">,
  operatorId: string,
  paymentId: string,
): Promise<StaffBankPayment | undefined> {
  return database.kysely
    .selectFrom("bank_payments")
    .select(["status", "way", "payee", "opened_at", "agreed_at", "expires_at", "bank_payment_id"])
    .where("payment_id", "=", paymentId)
    .where("operator_id", "=", operatorId)
    .executeTakeFirst();
}

/** Returns the ids of the operator's payments with this bank payment id; at most one. */
export async function findPaymentsByBankId(
  { database }: Pick<OpenBankingDeps, "database">,
  operatorId: string,
  bankPaymentId: string,
): Promise<string[]> {
  const rows = await database.kysely
    .selectFrom("bank_payments")
    .select("payment_id")
    .where("bank_payment_id", "=", bankPaymentId)
    .where("operator_id", "=", operatorId)
    .execute();
  return rows.map(({ payment_id }) => payment_id);
}
