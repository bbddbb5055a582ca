import { firstIdAt } from "../../../contract/ids.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database/database.ts";
import { countIntents } from "./statements.ts";

/** Counts an operator's intents without passing over all of them each time. */
export interface IntentCount {
  total(operatorId: string): Promise<number>;
}

/**
 * By this age a row is there or never will be: longer than any insert takes, and than the clocks of two
 * services differ.
 */
const settledAfterMs = 2 * 60_000;
const mostOperators = 10_000;

/**
 * Remembers for each operator how many intents there are up to two minutes ago, which no longer changes
 * (intents are never deleted), and counts only those since. The first question passes over all.
 */
export function createIntentCount(database: Database, clock: Clock): IntentCount {
  const settled = new Map<string, { beforeId: string; count: number }>();
  return {
    async total(operatorId) {
      const known = settled.get(operatorId) ?? { beforeId: "", count: 0 };
      const agoId = firstIdAt("paymentIntent", clock.nowMs() - settledAfterMs);
      const beforeId = agoId > known.beforeId ? agoId : known.beforeId;
      const { rows } = await database.run<{ total: number; settled: number }>(countIntents, [
        ...[operatorId, known.beforeId, beforeId],
      ]);
      const [{ total, settled: nowSettled } = { total: 0, settled: 0 }] = rows;
      if (settled.size >= mostOperators) settled.clear();
      settled.set(operatorId, { beforeId, count: known.count + nowSettled });
      return known.count + total;
    },
  };
}
