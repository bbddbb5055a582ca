import type { TestService } from "../../../testing/create-test-service.ts";
import { balancesOf } from "./balances.ts";
import { breaksOf } from "./settlement-world.ts";
import { wrongCounts } from "./wrong-counts.ts";

/** The imported state, which must be the same however often processes died or raced. */
export async function importedState(t: TestService, operatorId: string) {
  const { kysely } = t.service.deps.database;
  const files = await kysely
    .selectFrom("settlement_files")
    .select(["state", "rows_done"])
    .where("operator_id", "=", operatorId)
    .execute();
  const lines = await kysely
    .selectFrom("settlement_lines")
    .select(["row_no", "state"])
    .where("operator_id", "=", operatorId)
    .orderBy("row_no")
    .execute();
  const breaks = await breaksOf(t, operatorId);
  return {
    files,
    lines: lines.map(({ row_no, state }) => `${row_no} ${state}`),
    breaks: breaks.map(({ class: kind, amountMinor }) => `${kind} ${amountMinor}`),
    balances: await balancesOf(t, operatorId),
    wrongCounts: await wrongCounts(t),
  };
}

/** The file, and what it must leave. */
export const expectedOnce = {
  files: [{ state: "processed", rows_done: 6 }],
  lines: ["1 matched", "2 matched", "3 open", "4 matched", "5 noted", "6 noted"],
  breaks: ["missing_in_ledger 300"],
  balances: {
    "processing_fees:commission": 120,
    "processing_fees:scheme": 7,
    "processor_payout_in_transit:alpha": 873,
    "processor_receivable:alpha": -700,
    "suspense:alpha": -300,
  },
  wrongCounts: [],
};
