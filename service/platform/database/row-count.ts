import { firstIdAt, type IdKind } from "#contract/ids";
import type { Clock } from "../clock.ts";
import type { Database, Statement } from "./database.ts";

/** Counts an operator's rows without reading all of them each time. */
export interface RowCount {
  total(operatorId: string): Promise<number>;
}

/** Rows that are never deleted. Their ids start with the time of creation. */
export interface CountedRows {
  kind: IdKind;
  /**
   * Returns `total`, the number of operator `$1`'s rows with ids from `$2` on, and `settled`, the number of those
   * before `$3`.
   */
  statement: Statement;
}

/** After this time no older id can appear: longer than any insert plus the difference between two services' clocks. */
const settledAfterMs = 2 * 60_000;
const maxOperators = 10_000;

/**
 * Remembers per operator the number of rows older than two minutes, which no longer changes, and counts only newer
 * ones. The first count reads all rows.
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
      if (settled.size >= maxOperators) settled.clear();
      settled.set(operatorId, { beforeId, count: known.count + Number(nowSettled) });
      return known.count + Number(total);
    },
  };
}
