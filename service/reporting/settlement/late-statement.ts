import type { Tx } from "../../platform/database/transaction.ts";
import type { SettlementBatch } from "./readers/settlement-items.ts";

/** The ends of a statement, in minor units. */
export interface StatementEnds {
  readonly date: string;
  readonly openingMinor: number | null;
  readonly closingMinor: number | null;
}

/**
 * Whether an older statement belongs into a gap between two stored ones, such as a gap that a person accepted because
 * the bank had no statement. It must begin or end exactly where one of the two does.
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

/** Oldest first. Those of one day keep their order. */
export function inOrder(statements: readonly StatementEnds[]): StatementEnds[] {
  return statements.toSorted((one, other) =>
    one.date < other.date ? -1 : one.date > other.date ? 1 : 0,
  );
}

/** The stored statements of a bank account around a day, oldest first: those since then, and the one before. */
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
      .where("value_date", "<", date)
      .orderBy("value_date", "desc")
      .orderBy("created_at", "desc")
      .orderBy("batch_no", "desc")
      .limit(1)
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
