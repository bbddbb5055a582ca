import { sql } from "kysely";
import type { DayStrip, SourceDay } from "#contract/console/reconciliation";
import { toMajor } from "#contract/money";
import { addDays, bankTime } from "../../../providers/nacha/index.ts";
import { publicSource } from "../present.ts";
import type { SettlementDeps } from "../settlement-deps.ts";

const daysShown = 14;

/** What was imported, paid and left open on each day. */
export async function readDays(
  deps: Pick<SettlementDeps, "database" | "clock">,
  operatorId: string,
  to = addDays(bankTime(deps.clock.nowMs()).date, 2),
): Promise<DayStrip> {
  const { kysely } = deps.database;
  const from = addDays(to, 1 - daysShown);
  const sources = await kysely
    .selectFrom("settlement_sources")
    .select(["source", "kind", "label"])
    .where("operator_id", "=", operatorId)
    .orderBy("kind", "desc")
    .orderBy("source")
    .execute();
  const batches = await kysely
    .selectFrom("settlement_batches")
    .select((select) => [
      "value_date",
      "source",
      select.fn.countAll<number>().as("batches"),
      select.fn.sum<number>("row_count").as("rows"),
      sql<boolean>`bool_and(is_complete)`.as("complete"),
      sql<boolean>`bool_or(kind = 'processor' and bank_batch_id is null and net_minor <> 0)`.as(
        "unpaid",
      ),
    ])
    .where("operator_id", "=", operatorId)
    .where("value_date", ">=", from)
    .where("value_date", "<=", to)
    .groupBy(["value_date", "source"])
    .execute();
  const breaks = await kysely
    .selectFrom("settlement_breaks as k")
    .innerJoin("settlement_batches as b", (join) =>
      join
        .onRef("b.operator_id", "=", "k.operator_id")
        .onRef("b.settlement_batch_id", "=", "k.settlement_batch_id"),
    )
    .select((select) => [
      "b.value_date",
      "b.source",
      "k.currency",
      select.fn.countAll<number>().as("count"),
      select.fn.sum<number>("k.amount_minor").as("sum"),
    ])
    .where("k.operator_id", "=", operatorId)
    .where("b.operator_id", "=", operatorId)
    .where("k.state", "in", ["open", "explained"])
    .where("b.value_date", ">=", from)
    .where("b.value_date", "<=", to)
    .groupBy(["b.value_date", "b.source", "k.currency"])
    .execute();
  const data = batches.map((row): SourceDay => {
    const open = breaks.filter(
      ({ value_date, source }) => value_date === row.value_date && source === row.source,
    );
    const openCount = open.reduce((sum, { count }) => sum + Number(count), 0);
    const isWaiting = !row.complete || row.unpaid;
    return {
      date: row.value_date,
      source: row.source,
      colour: openCount > 0 ? "red" : isWaiting ? "amber" : "green",
      batchCount: Number(row.batches),
      matchedCount: Math.max(0, Number(row.rows) - openCount),
      openCount,
      openSums: open.map(({ currency, sum }) => ({
        currency,
        amount: toMajor(Number(sum), currency),
      })),
      isUnpaid: row.unpaid,
      isRunning: !row.complete,
    };
  });
  return {
    days: Array.from({ length: daysShown }, (_, index) => addDays(from, index)),
    sources: sources.map((row) => ({ ...row, shown: publicSource(row.source) })),
    data,
  };
}
