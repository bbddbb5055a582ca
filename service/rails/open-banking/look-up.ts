import type { Selectable } from "kysely";
import type { OpenBankingDeps } from "./bank-payment.ts";
import type { BankPaymentRow } from "./tables.ts";

/** A payment at the bank as staff see it. */
export type SeenBankPayment = Pick<
  Selectable<BankPaymentRow>,
  "status" | "way" | "payee" | "opened_at" | "agreed_at" | "expires_at" | "bank_payment_id"
>;

/** What stands of a payment; undefined for those that are not made at a bank. */
export function findBankPayment(
  { database }: Pick<OpenBankingDeps, "database">,
  operatorId: string,
  paymentId: string,
): Promise<SeenBankPayment | undefined> {
  return database.kysely
    .selectFrom("bank_payments")
    .select(["status", "way", "payee", "opened_at", "agreed_at", "expires_at", "bank_payment_id"])
    .where("payment_id", "=", paymentId)
    .where("operator_id", "=", operatorId)
    .executeTakeFirst();
}

/** The operator's payments that the bank calls so; at most one. */
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
