import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestService, type TestService } from "../../testing/create-test-service.ts";
import { exportBatches, exportBreaks, exportFiles } from "./index.ts";
import type { WholeList } from "./whole-list.ts";

const count = 250;
const openBreaks = { states: ["open"] } as const;

let t: TestService;
let operatorId: string;
beforeAll(async () => {
  t = await createTestService();
  ({ operatorId } = t.operator);
  await addRows(1, count);
});
afterAll(() => t.close());

/** Adds a file, a batch and an open break for each number. */
async function addRows(from: number, to: number): Promise<void> {
  const { kysely } = t.service.deps.database;
  const numbers = sql`generate_series(${sql.lit(from)}::int, ${sql.lit(to)}::int) n`;
  const at = sql`timestamptz '2026-11-24' + n * interval '1 second'`;
  await sql`insert into settlement_files (operator_id, settlement_file_id, source, format, content_hash, size_bytes,
      state, row_count, uploaded_by, created_at, updated_at)
    select ${operatorId}, 'sfl_' || lpad(n::text, 6, '0'), 'alpha', 'csv', n::text, 1, 'processed', 1, '{}', ${at}, ${at}
    from ${numbers}`.execute(kysely);
  await sql`insert into settlement_batches (operator_id, settlement_batch_id, settlement_file_id, source, kind, batch_key,
      batch_no, currency, gross_minor, fee_minor, net_minor, totals, payout_reference, trace_reference, value_date,
      row_count, is_complete, content_hash, created_at)
    select ${operatorId}, 'sba_' || lpad(n::text, 6, '0'), 'sfl_' || lpad(n::text, 6, '0'), 'alpha', 'processor', n::text,
      1, 'USD', n, 0, n, '{}', '', '', '2026-11-24', 1, true, n::text, ${at}
    from ${numbers}`.execute(kysely);
  await sql`insert into settlement_breaks (operator_id, settlement_break_id, break_key, class, state, source, currency,
      amount_minor, ours, theirs, opened_at, updated_at)
    select ${operatorId}, 'sbk_' || lpad(n::text, 6, '0'), n::text, 'amount_differs', 'open', 'alpha', 'USD',
      n, '{}', '{}', ${at}, ${at}
    from ${numbers}`.execute(kysely);
}

/** The list's rows, while `change` runs after the first piece. */
async function readWhile<Item>({ total, pieces }: WholeList<Item>, change: () => Promise<unknown>) {
  const items: Item[] = [];
  for await (const piece of pieces) {
    if (items.length === 0) await change();
    items.push(...piece);
  }
  expect(items).toHaveLength(total);
  return items;
}

test("an export of open breaks has those that were open when it began, in their order", async () => {
  const close = () =>
    t.service.deps.database.kysely
      .updateTable("settlement_breaks")
      .set({ state: "resolved" })
      .where("operator_id", "=", operatorId)
      .where("settlement_break_id", ">", "sbk_000200")
      .execute();
  const list = await exportBreaks(t.service.deps, operatorId, "highest", openBreaks);
  const found = await readWhile(list, close);
  const amounts = found.map((found) => found.amount_minor);
  expect(amounts).toEqual(Array.from({ length: count }, (_, index) => count - index));
});

test("an export of files or batches has each once while others are imported", async () => {
  const { deps } = t.service;
  const files = await readWhile(await exportFiles(deps, operatorId), () => addRows(900, 910));
  expect(new Set(files.map((file) => file.settlementFileId)).size).toBe(count);
  const batches = await readWhile(
    await exportBatches(deps, operatorId, undefined, { source: "alpha" }),
    () => addRows(920, 930),
  );
  const ids = batches.map((batch) => batch.settlementBatchId);
  expect(ids).toEqual([...new Set(ids)].sort().reverse());
});
