import type { Selectable } from "kysely";
import { findBank, type OpenBankingDeps } from "./bank-payment.ts";
import type { BankPaymentRow } from "./tables.ts";

export interface StaffBankPayment
  extends Pick<
    Selectable<BankPaymentRow>,
    "status" | "way" | "payee" | "opened_at" | "agreed_at" | "expires_at" | "bank_payment_id"
  > {
  /** The bank that the payment waits for, if the settings no longer contain it; otherwise null. */
  readonly missingBank: string | null;
}

/** Finds the bank payment for staff; undefined for other payment methods. */
export async function findForStaff(
  deps: Pick<OpenBankingDeps, "database" | "banks">,
  operatorId: string,
  paymentId: string,
): Promise<StaffBankPayment | undefined> {
  const found = await deps.database.kysely
    .selectFrom("bank_payments")
    .select(["status", "way", "payee", "opened_at", "agreed_at", "expires_at", "bank_payment_id"])
    .select(["bank_name", "next_check_at"])
    .where("payment_id", "=", paymentId)
    .where("operator_id", "=", operatorId)
    .executeTakeFirst();
  if (!found) return undefined;
  const { bank_name: name, next_check_at: nextCheckAt, ...shown } = found;
  const isMissing = nextCheckAt !== null && name !== null && !findBank(deps.banks, name);
  return { ...shown, missingBank: isMissing ? name : null };
}

/**
 * Missing banks, with how many of the operator's payments wait for each. Includes payments that can only come back,
 * because no process checks whether they did.
 */
export async function findMissingBanks(
  { database, banks }: Pick<OpenBankingDeps, "database" | "banks">,
  operatorId: string,
): Promise<{ readonly name: string; readonly payments: number }[]> {
  const rows = await database.kysely
    .selectFrom("bank_payments")
    .select(({ fn }) => ["bank_name", fn.countAll<number>().as("payments")])
    .where("operator_id", "=", operatorId)
    .where("next_check_at", "is not", null)
    .where("bank_name", "is not", null)
    .groupBy("bank_name")
    .orderBy("bank_name")
    .execute();
  return rows.flatMap(({ bank_name: name, payments }) =>
    name === null || findBank(banks, name) ? [] : [{ name, payments: Number(payments) }],
  );
}

/** Finds at most one payment. */
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
