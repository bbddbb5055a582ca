import { sql } from "kysely";
import { inTransaction } from "../../platform/database/transaction.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import type { BankLoginDeps } from "./bank-logins.ts";
import type { BankLoginRow } from "./tables.ts";

/** The limit for a day. Each login is a call to the bank and a row. */
export const maxLogins = 50;

/** Any number that no other lock uses with a text as its second half. */
const lockNumber = 7304557;

/**
 * Stores a login before the bank is called. Refuses with `bank_logins_used_up` if the intent has begun
 * {@link maxLogins} that are not deleted yet. Requests of one intent take turns, so together they do not pass the
 * limit.
 */
export function reserveLogin(
  { database }: Pick<BankLoginDeps, "database">,
  row: BankLoginRow,
): Promise<void> {
  const { operator_id: operatorId, subject } = row;
  return inTransaction(database, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${subject}, ${lockNumber}))`.execute(
      tx,
    );
    const { count } = await tx
      .selectFrom("bank_logins")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .where("operator_id", "=", operatorId)
      .where("subject", "=", subject)
      .executeTakeFirstOrThrow();
    if (Number(count) >= maxLogins) throw new ApiError("bank_logins_used_up");
    await tx.insertInto("bank_logins").values(row).execute();
  });
}

/** Deletes a login that never began at the bank. */
export async function deleteReservedLogin(
  { database }: Pick<BankLoginDeps, "database">,
  { operator_id: operatorId, bank_login_id: bankLoginId }: BankLoginRow,
): Promise<void> {
  await database.kysely
    .deleteFrom("bank_logins")
    .where("operator_id", "=", operatorId)
    .where("bank_login_id", "=", bankLoginId)
    .where("verifier_sealed", "is", null)
    .where("status", "=", "open")
    .execute();
}
