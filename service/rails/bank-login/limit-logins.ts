import { ApiError } from "../../platform/http/api-error.ts";
import type { BankLoginDeps, BankLoginOwner } from "./bank-logins.ts";

/** The limit for a day. Each login is a call to the bank and a row. */
export const mostLogins = 50;

/** Throws `bank_logins_used_up` after {@link mostLogins} that are not deleted yet. */
export async function requireLoginsLeft(
  { database }: Pick<BankLoginDeps, "database">,
  { operatorId, subject }: BankLoginOwner,
): Promise<void> {
  const { count } = await database.kysely
    .selectFrom("bank_logins")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("operator_id", "=", operatorId)
    .where("subject", "=", subject)
    .executeTakeFirstOrThrow();
  if (Number(count) >= mostLogins) throw new ApiError("bank_logins_used_up");
}
