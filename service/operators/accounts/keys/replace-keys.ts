import { sql } from "kysely";
import type { Tx } from "../../../platform/database/transaction.ts";
import type { ApiKeyKind } from "../api-key.ts";

/**
 * Revokes the keys that a new key replaces, and returns the line that it continues. Merges several lines, and the
 * amounts that each approved today: otherwise the new key could approve payouts that a replaced key created, or would
 * start the day's limit at zero.
 */
export async function replaceKeys(
  tx: Tx,
  { operatorId, kind }: { operatorId: string; kind: ApiKeyKind },
  now: Date,
): Promise<string | undefined> {
  // Waits for decisions that they make: see requireStillAllowed.
  await tx
    .selectFrom("api_keys")
    .select("key_id")
    .where("operator_id", "=", operatorId)
    .where("kind", "=", kind)
    .where("revoked_at", "is", null)
    .orderBy("key_id")
    .forUpdate()
    .execute();
  const ended = await tx
    .updateTable("api_keys")
    .set({ revoked_at: now })
    .where("operator_id", "=", operatorId)
    .where("kind", "=", kind)
    .where("revoked_at", "is", null)
    .returning(["key_id", "line_id"])
    .execute();
  const lines = [...new Set(ended.map((row) => row.line_id ?? row.key_id))].sort();
  const [line, ...others] = lines;
  if (line === undefined || others.length === 0) return line;
  await tx
    .updateTable("api_keys")
    .set({ line_id: line })
    .where("operator_id", "=", operatorId)
    .where((row) => row.or([row("line_id", "in", others), row("key_id", "in", others)]))
    .execute();
  await joinTotals(tx, operatorId, line, others);
  return line;
}

/** Adds up the approval totals by currency, on the newest day. */
async function joinTotals(
  tx: Tx,
  operatorId: string,
  line: string,
  others: readonly string[],
): Promise<void> {
  const approver = `key:${line}`;
  const joined = others.map((each) => `key:${each}`);
  const totals = await tx
    .selectFrom("approval_totals")
    .select("approver")
    .where("operator_id", "=", operatorId)
    .where("approver", "in", [approver, ...joined])
    .orderBy("approver")
    .orderBy("currency")
    .forUpdate()
    .execute();
  if (totals.length === 0) return;
  await sql`
    insert into approval_totals (operator_id, approver, currency, day, approved_minor)
    select ${operatorId}, ${approver}, currency, newest,
      sum(case when day = newest then approved_minor else 0 end)
    from (
      select currency, day, approved_minor, max(day) over (partition by currency) as newest
      from approval_totals
      where operator_id = ${operatorId} and approver in (${sql.join([approver, ...joined])})
    ) as each
    group by currency, newest
    on conflict (operator_id, approver, currency) do update set
      day = excluded.day, approved_minor = excluded.approved_minor`.execute(tx);
  await tx
    .deleteFrom("approval_totals")
    .where("operator_id", "=", operatorId)
    .where("approver", "in", joined)
    .execute();
}
