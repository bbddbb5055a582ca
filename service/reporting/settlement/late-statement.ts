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
  const byDay = new Map<string, Set<StatementEnds>>();
  for (const statement of statements) addTo(byDay, statement.date, statement);
  const ordered: StatementEnds[] = [];
  for (const day of [...byDay.keys()].sort()) appendDay(ordered, byDay.get(day) ?? new Set());
  return ordered;
}

/** Looks balances up: a bank may send thousands of statements a day. `left` is empty afterwards. */
function appendDay(ordered: StatementEnds[], left: Set<StatementEnds>): void {
  const byOpening = new Map<number | null, Set<StatementEnds>>();
  const byClosing = new Map<number | null, Set<StatementEnds>>();
  for (const statement of left) {
    addTo(byOpening, statement.openingMinor, statement);
    addTo(byClosing, statement.closingMinor, statement);
  }
  const following = ({ closingMinor }: StatementEnds) =>
    closingMinor === null ? undefined : first(byOpening.get(closingMinor));
  const isFirst = (statement: StatementEnds) =>
    statement.openingMinor === null ||
    !first(byClosing.get(statement.openingMinor), (other) => other !== statement);
  while (left.size > 0) {
    const last = ordered.at(-1);
    const next = (last && following(last)) ?? first(left, isFirst) ?? first(left);
    if (!next) break;
    ordered.push(next);
    left.delete(next);
    byOpening.get(next.openingMinor)?.delete(next);
    byClosing.get(next.closingMinor)?.delete(next);
  }
}

function addTo<Key>(groups: Map<Key, Set<StatementEnds>>, key: Key, statement: StatementEnds) {
  const group = groups.get(key);
  if (group) group.add(statement);
  else groups.set(key, new Set([statement]));
}

function first(
  statements: Iterable<StatementEnds> | undefined,
  fits: (statement: StatementEnds) => boolean = () => true,
): StatementEnds | undefined {
  for (const statement of statements ?? []) if (fits(statement)) return statement;
  return undefined;
}

/** Reads the statements of the day, and of the nearest days before and after it that have some; oldest first. */
export async function readStatementsAround(
  tx: Tx,
  operatorId: string,
  source: string,
  { valueDate, currency }: Pick<SettlementBatch, "valueDate" | "currency">,
): Promise<StatementEnds[]> {
  const date = valueDate ?? "";
  const ofSource = tx
    .selectFrom("settlement_batches")
    .where("operator_id", "=", operatorId)
    .where("source", "=", source)
    .where("kind", "=", "bank")
    .where("currency", "=", currency);
  const dayBefore = ofSource
    .select(({ fn }) => fn.max("value_date").as("day"))
    .where("value_date", "<", date);
  const dayAfter = ofSource
    .select(({ fn }) => fn.min("value_date").as("day"))
    .where("value_date", ">", date);
  const rows = await ofSource
    .select(["value_date", "opening_minor", "closing_minor"])
    .where((where) =>
      where.or([
        where("value_date", "=", date),
        where("value_date", "=", dayBefore),
        where("value_date", "=", dayAfter),
      ]),
    )
    .orderBy("value_date")
    .orderBy("created_at")
    .orderBy("batch_no")
    .execute();
  return rows.map((row) => ({
    date: row.value_date,
    openingMinor: row.opening_minor,
    closingMinor: row.closing_minor,
  }));
}
