import { CompiledQuery, sql } from "kysely";
import { readSettings } from "../../operators/accounts/index.ts";
import { inTransaction, type Tx } from "../../platform/database/transaction.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import { rangeParameters, storeSpan } from "./day-sums.ts";
import type { Span } from "./days.ts";

export type BuildDeps = Pick<PlatformDeps, "database" | "clock">;

export interface OperatorZone {
  readonly operatorId: string;
  readonly timeZone: string;
}

/**
 * Sums a span; false, without a change, if another process sums this operator's spans, or the time zone has changed.
 */
export function buildSpan(
  { database, clock }: BuildDeps,
  { operatorId, timeZone }: OperatorZone,
  { key, fromMs, toMs }: Span,
): Promise<boolean> {
  return inTransaction(database, async (tx) => {
    const lock = await sql<{ isMine: boolean }>`
      select pg_try_advisory_xact_lock(hashtextextended(${operatorId}, 7304556)) as "isMine"`.execute(
      tx,
    );
    if (!lock.rows[0]?.isMine || (await readZone(tx, operatorId)) !== timeZone) return false;
    await tx
      .deleteFrom("figure_changes")
      .where("operator_id", "=", operatorId)
      .where("at", ">=", new Date(fromMs))
      .where("at", "<", new Date(toMs))
      .execute();
    await tx
      .deleteFrom("figure_days")
      .where("operator_id", "=", operatorId)
      .where("time_zone", "<>", timeZone)
      .execute();
    await tx
      .deleteFrom("daily_figures")
      .where("operator_id", "=", operatorId)
      .where("day", "=", key)
      .execute();
    const parameters = [...rangeParameters(operatorId, fromMs, toMs), key];
    await tx.executeQuery(CompiledQuery.raw(storeSpan.text, parameters));
    const built = { time_zone: timeZone, built_at: new Date(clock.nowMs()) };
    await tx
      .insertInto("figure_days")
      .values({ operator_id: operatorId, day: key, ...built })
      .onConflict((conflict) => conflict.columns(["operator_id", "day"]).doUpdateSet(built))
      .execute();
    return true;
  });
}

async function readZone(tx: Tx, operatorId: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom("operators")
    .select("settings")
    .where("operator_id", "=", operatorId)
    .executeTakeFirst();
  return row && readSettings(row.settings).timeZone;
}
