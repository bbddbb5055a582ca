import type { Tx } from "../../platform/database/transaction.ts";
import type { SettlementBatch } from "./readers/settlement-items.ts";

/** Balances in minor units. */
export interface StatementEnds {
  readonly date: string;
  readonly openingMinor: number | null;
  readonly closingMinor: number | null;
}

/**
 * Whether an older statement fits a gap between two stored ones, such as one that a person accepted. It must begin or
 * end exactly where one of the two does.
 */
export function fitsGap(late: StatementEnds, stored: readonly StatementEnds[]): boolean {
  return stored.some((next, index) => {
    const last = stored[index - 1];
    if (!last || late.date < last.date || late.date > next.date) return false;
    if (last.closingMinor === next.openingMinor) return false;
    return (
      (late.openingMinor !== null && late.openingMinor === last.closingMinor) ||
      (late.closingMinor !== null && late.closingMinor === next.openingMinor)
    );
  });
}

/** Sorts statements, oldest first. Statements of one day follow each other by balance, or keep their order. */
export function inOrder(statements: readonly StatementEnds[]): StatementEnds[] {
  const left = statements.toSorted((one, other) =>
    one.date < other.date ? -1 : one.date > other.date ? 1 : 0,
  );
  const ordered: StatementEnds[] = [];
  while (left.length > 0) {
    const ofDay = left.filter(({ date }) => date === left[0]?.date);
    const closingMinor = ordered.at(-1)?.closingMinor ?? null;
    const next =
      ofDay.find(({ openingMinor }) => openingMinor !== null && openingMinor === closingMinor) ??
      ofDay.find(
        (statementEnds) =>
          !ofDay.some((other) => other !== statementEnds && isFollowedBy(other, statementEnds)),
      ) ??
      ofDay[0];
    if (!next) break;
    ordered.push(next);
    left.splice(left.indexOf(next), 1);
  }
  return ordered;
}

function isFollowedBy({ closingMinor }: StatementEnds, { openingMinor }: StatementEnds): boolean {
  return closingMinor !== null && closingMinor === openingMinor;
}

/** Reads the statements since the day, and that of the last day before it; oldest first. */
export async function readStatementsAround(
  tx: Tx,
  operatorId: string,
  source: string,
  { valueDate, currency }: Pick<SettlementBatch, "valueDate" | "currency">,
): Promise<StatementEnds[]> {
  const date = valueDate ?? "";
  const statements = tx
    .selectFrom("settlement_batches")
    .select(["value_date", "opening_minor", "closing_minor"])
    .where("operator_id", "=", operatorId)
    .where("source", "=", source)
    .where("kind", "=", "bank")
    .where("currency", "=", currency);
  const [before, since] = [
    await statements
      .where("value_date", "=", (select) =>
        select
          .selectFrom("settlement_batches")
          .select(({ fn }) => fn.max("value_date").as("day"))
          .where("operator_id", "=", operatorId)
          .where("source", "=", source)
          .where("kind", "=", "bank")
          .where("currency", "=", currency)
          .where("value_date", "<", date),
      )
      .orderBy("created_at")
      .orderBy("batch_no")
      .execute(),
    await statements
      .where("value_date", ">=", date)
      .orderBy("value_date")
      .orderBy("created_at")
      .orderBy("batch_no")
      .execute(),
  ];
  return [...before, ...since].map((row) => ({
    date: row.value_date,
    openingMinor: row.opening_minor,
    closingMinor: row.closing_minor,
  }));
}
