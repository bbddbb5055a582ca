import type { Selectable } from "kysely";
import type {
  BankEntryShown,
  BatchLine,
  BatchPage,
  BatchSummary,
} from "#contract/console/reconciliation";
import { type ListSort, orderOf, type PageQuery } from "#contract/lists";
import { toMajor } from "#contract/money";
import { anyOf, placeIn } from "../../../platform/database/any-of.ts";
import { ApiError } from "../../../platform/http/api-error.ts";
import { textOf } from "../bank-entry.ts";
import { publicSource } from "../present.ts";
import type { SettlementDeps } from "../settlement-deps.ts";
import type { SettlementBatchRow, SettlementLineRow } from "../tables.ts";
import { type WholeList, wholeList } from "../whole-list.ts";

type Batch = Selectable<SettlementBatchRow>;
type Line = Selectable<SettlementLineRow>;

export interface BatchFilter {
  readonly source?: string | undefined;
  readonly date?: string | undefined;
  readonly file?: string | undefined;
}

/** Lists batches, by default the newest day first. */
export async function listBatches(
  deps: Pick<SettlementDeps, "database">,
  operatorId: string,
  { page, size, sort }: PageQuery & { readonly sort?: ListSort | undefined },
  filter: BatchFilter,
) {
  const matching = batchesOf(deps, operatorId, sort, filter);
  const { total } = await matching
    .clearOrderBy()
    .select((select) => select.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  const batches = await matching
    .selectAll()
    .limit(size)
    .offset((page - 1) * size)
    .execute();
  const data = await summariesOf(deps, operatorId, batches);
  return { data, page, size, total: Number(total) };
}

/** All batches of a list. */
export async function exportBatches(
  deps: Pick<SettlementDeps, "database">,
  operatorId: string,
  sort: ListSort | undefined,
  filter: BatchFilter,
): Promise<WholeList<BatchSummary>> {
  const matching = batchesOf(deps, operatorId, sort, filter);
  const rows = await matching.select("settlement_batch_id").execute();
  const ids = rows.map((row) => row.settlement_batch_id);
  return wholeList(ids, async (piece) => {
    const batches = await deps.database.kysely
      .selectFrom("settlement_batches")
      .selectAll()
      .where("operator_id", "=", operatorId)
      .where("settlement_batch_id", "=", anyOf(piece))
      .orderBy(placeIn(piece, "settlement_batch_id"))
      .execute();
    return summariesOf(deps, operatorId, batches);
  });
}

function batchesOf(
  { database }: Pick<SettlementDeps, "database">,
  operatorId: string,
  sort: ListSort | undefined,
  filter: BatchFilter,
) {
  let query = database.kysely
    .selectFrom("settlement_batches")
    .where("operator_id", "=", operatorId);
  if (filter.source) query = query.where("source", "=", filter.source);
  if (filter.date) query = query.where("value_date", "=", filter.date);
  if (filter.file) query = query.where("settlement_file_id", "=", filter.file);
  const { by, direction } = orderOf(sort ?? "newest");
  const ordered =
    by === "time"
      ? query.orderBy("value_date", direction)
      : query.orderBy("currency").orderBy("net_minor", direction);
  return ordered.orderBy("settlement_batch_id", direction);
}

/** Summaries with the number of open breaks. */
export async function summariesOf(
  { database }: Pick<SettlementDeps, "database">,
  operatorId: string,
  batches: readonly Batch[],
): Promise<BatchSummary[]> {
  if (batches.length === 0) return [];
  const counts = await database.kysely
    .selectFrom("settlement_breaks")
    .select((select) => ["settlement_batch_id", select.fn.countAll<number>().as("count")])
    .where("operator_id", "=", operatorId)
    .where("state", "in", ["open", "explained"])
    .where(
      "settlement_batch_id",
      "in",
      batches.map((batch) => batch.settlement_batch_id),
    )
    .groupBy("settlement_batch_id")
    .execute();
  const open = new Map(counts.map((row) => [row.settlement_batch_id, Number(row.count)]));
  return batches.map((batch) => {
    const money = (minor: number) => toMajor(minor, batch.currency);
    return {
      settlementBatchId: batch.settlement_batch_id,
      settlementFileId: batch.settlement_file_id,
      source: publicSource(batch.source),
      kind: batch.kind,
      batchKey: batch.batch_key,
      currency: batch.currency,
      gross: money(batch.gross_minor),
      fees: money(batch.fee_minor),
      net: money(batch.net_minor),
      valueDate: batch.value_date,
      rowCount: batch.row_count,
      openCount: open.get(batch.settlement_batch_id) ?? 0,
      isComplete: batch.is_complete,
      isPaid: batch.bank_batch_id !== null || batch.net_minor === 0,
    };
  });
}

/** A batch from its gross to the bank entry. Throws 404 for another operator's. */
export async function readBatch(
  deps: Pick<SettlementDeps, "database" | "keyring">,
  operatorId: string,
  settlementBatchId: string,
): Promise<BatchPage> {
  const batch = await findBatch(deps, operatorId, settlementBatchId);
  if (!batch) throw new ApiError("resource_not_found");
  const [summary] = await summariesOf(deps, operatorId, [batch]);
  const money = (minor: number) => toMajor(minor, batch.currency);
  const { byType, byFee } = batch.totals;
  return {
    batch: summary as BatchSummary,
    payoutReference: batch.payout_reference,
    opening: batch.opening_minor === null ? null : money(batch.opening_minor),
    closing: batch.closing_minor === null ? null : money(batch.closing_minor),
    byType: Object.entries(byType).map(([type, sums]) => ({
      type,
      count: sums.count,
      gross: money(sums.grossMinor),
      net: money(sums.netMinor),
    })),
    byFee: Object.entries(byFee).map(([kind, minor]) => ({ kind, amount: money(minor) })),
    bankEntry:
      batch.bank_batch_id === null || batch.bank_row_no === null
        ? null
        : await readEntry(deps, operatorId, batch.bank_batch_id, batch.bank_row_no),
  };
}

export function findBatch(
  { database }: Pick<SettlementDeps, "database">,
  operatorId: string,
  settlementBatchId: string,
): Promise<Batch | undefined> {
  return database.kysely
    .selectFrom("settlement_batches")
    .selectAll()
    .where("operator_id", "=", operatorId)
    .where("settlement_batch_id", "=", settlementBatchId)
    .executeTakeFirst();
}

/** The batch's bank entry; null if there is none. */
export async function readEntry(
  deps: Pick<SettlementDeps, "database" | "keyring">,
  operatorId: string,
  settlementBatchId: string,
  rowNo: number,
): Promise<BankEntryShown | null> {
  const line = await deps.database.kysely
    .selectFrom("settlement_lines")
    .selectAll()
    .where("operator_id", "=", operatorId)
    .where("settlement_batch_id", "=", settlementBatchId)
    .where("row_no", "=", rowNo)
    .where("row_type", "=", "bank_entry")
    .executeTakeFirst();
  if (!line) return null;
  const statement = await findBatch(deps, operatorId, settlementBatchId);
  await deps.keyring.load(operatorId);
  return {
    settlementBatchId,
    rowNo,
    source: publicSource(statement?.source ?? ""),
    amount: toMajor(line.net_minor, line.currency),
    currency: line.currency,
    valueDate: line.value_date,
    text: textOf(deps, line),
  };
}

/** Lists rows in the file's order. Throws 404 for another operator's batch. */
export async function listLines(
  deps: Pick<SettlementDeps, "database" | "keyring">,
  operatorId: string,
  settlementBatchId: string,
  { page, size, state }: PageQuery & { state?: Line["state"] | undefined },
) {
  const batch = await findBatch(deps, operatorId, settlementBatchId);
  if (!batch) throw new ApiError("resource_not_found");
  await deps.keyring.load(operatorId);
  let query = deps.database.kysely
    .selectFrom("settlement_lines")
    .where("operator_id", "=", operatorId)
    .where("settlement_batch_id", "=", settlementBatchId);
  if (state) query = query.where("state", "=", state);
  const { total } = await query
    .select((select) => select.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  const lines = await query
    .selectAll()
    .orderBy("row_no")
    .limit(size)
    .offset((page - 1) * size)
    .execute();
  return {
    data: lines.map((line) => presentLine(deps, line)),
    page,
    size,
    total: Number(total),
  };
}

/** Streams rows, a thousand at a time. */
export async function* streamLines(
  deps: Pick<SettlementDeps, "database" | "keyring">,
  operatorId: string,
  settlementBatchId: string,
): AsyncGenerator<readonly BatchLine[]> {
  await deps.keyring.load(operatorId);
  for (let after = 0; ; ) {
    const lines = await deps.database.kysely
      .selectFrom("settlement_lines")
      .selectAll()
      .where("operator_id", "=", operatorId)
      .where("settlement_batch_id", "=", settlementBatchId)
      .where("row_no", ">", after)
      .orderBy("row_no")
      .limit(1000)
      .execute();
    if (lines.length === 0) return;
    yield lines.map((line) => presentLine(deps, line));
    after = lines.at(-1)?.row_no ?? after;
  }
}

function presentLine(deps: Pick<SettlementDeps, "keyring">, line: Line): BatchLine {
  const money = (minor: number) => toMajor(minor, line.currency);
  return {
    rowNo: line.row_no,
    lineNo: line.line_no,
    type: line.row_type,
    processorReference: line.processor_reference,
    merchantReference: line.merchant_reference,
    currency: line.currency,
    gross: money(line.gross_minor),
    fee: money(line.fee_minor),
    net: money(line.net_minor),
    occurredAt: line.occurred_at?.toISOString() ?? null,
    state: line.state,
    matched:
      line.matched_type === null || line.matched_id === null
        ? null
        : { type: line.matched_type, id: line.matched_id },
    text: line.row_type === "bank_entry" ? textOf(deps, line) : "",
  };
}
