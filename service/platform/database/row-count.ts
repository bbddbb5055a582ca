import { firstIdAt, type IdKind } from "#contract/ids";
import type { Clock } from "../clock.ts";
import type { Database, Statement } from "./database.ts";

/** Counts an operator's rows without passing over all of them each time. */
export interface RowCount {
  total(operatorId: string): Promise<number>;
}

/** What is counted: rows that are never deleted, by ids that begin with the time of their creation. */
export interface CountedRows {
  kind: IdKind;
  /**
   * Answers `total`, the rows of operator `$1` whose ids are `$2` or later, and `settled`, those of them
   * before `$3`.
   */
  statement: Statement;
}

/**
 * By this age a row is there or never will be: longer than any insert takes, and than the clocks of two
 * services differ.
 */
const settledAfterMs = 2 * 60_000;
const mostOperators = 10_000;

/**
 * Remembers for each operator how many rows there are up to two minutes ago, which no longer changes, and
 * counts only those since. The first question passes over all.
 */
export function createRowCount(
  { database, clock }: { database: Database; clock: Clock },
  { kind, statement }: CountedRows,
): RowCount {
  const settled = new Map<string, { beforeId: string; count: number }>();
  return {
    async total(operatorId) {
      const known = settled.get(operatorId) ?? { beforeId: "", count: 0 };
      const agoId = firstIdAt(kind, clock.nowMs() - settledAfterMs);
      const beforeId = agoId > known.beforeId ? agoId : known.beforeId;
      const { rows } = await database.run<{ total: number; settled: number }>(statement, [
        operatorId,
        known.beforeId,
        beforeId,
      ]);
      const [{ total, settled: nowSettled } = { total: 0, settled: 0 }] = rows;
      if (settled.size >= mostOperators) settled.clear();
      settled.set(operatorId, { beforeId, count: known.count + Number(nowSettled) });
      return known.count + Number(total);
    },
  };
}
