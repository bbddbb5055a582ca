/** Never rename or move a column; add new ones at the end. */
import type { SettlementFile } from "#contract/api/settlement-files";
import type { BatchLine, BatchSummary, BreakSummary } from "#contract/console/reconciliation";
import type { CsvCell } from "../../../platform/csv.ts";

export const fileColumns = [
  "settlement_file_id",
  "source",
  "format",
  "name",
  "sha256",
  "size_bytes",
  "state",
  "rows",
  "rows_done",
  "matched",
  "breaks",
  "refusal_code",
  "refusal_line",
  "created_at",
  "processed_at",
] as const;

export function fileRow(file: SettlementFile): CsvCell[] {
  return [
    file.settlementFileId,
    file.source,
    file.format,
    file.name,
    file.sha256,
    file.sizeBytes,
    file.state,
    file.rowCount,
    file.rowsDone,
    file.matchedCount,
    file.breakCount,
    file.refusal?.code ?? null,
    file.refusal?.line ?? null,
    file.createdAt,
    file.processedAt,
  ];
}

export const batchColumns = [
  "settlement_batch_id",
  "settlement_file_id",
  "source",
  "kind",
  "batch",
  "value_date",
  "currency",
  "gross",
  "fees",
  "net",
  "rows",
  "open_breaks",
  "at_bank",
] as const;

export function batchRow(batch: BatchSummary): CsvCell[] {
  return [
    batch.settlementBatchId,
    batch.settlementFileId,
    batch.source,
    batch.kind,
    batch.batchKey,
    batch.valueDate,
    batch.currency,
    batch.gross,
    batch.fees,
    batch.net,
    batch.rowCount,
    batch.openCount,
    batch.isPaid ? "yes" : "no",
  ];
}

export const lineColumns = [
  "row_no",
  "line_no",
  "type",
  "processor_reference",
  "merchant_reference",
  "occurred_at",
  "currency",
  "gross",
  "fee",
  "net",
  "state",
  "matched_type",
  "matched_id",
  "text",
] as const;

export function lineRow(line: BatchLine): CsvCell[] {
  return [
    line.rowNo,
    line.lineNo,
    line.type,
    line.processorReference,
    line.merchantReference,
    line.occurredAt,
    line.currency,
    line.gross,
    line.fee,
    line.net,
    line.state,
    line.matched?.type ?? null,
    line.matched?.id ?? null,
    line.text,
  ];
}

export const breakColumns = [
  "settlement_break_id",
  "class",
  "state",
  "source",
  "currency",
  "amount",
  "subject_type",
  "subject_id",
  "processor_reference",
  "owner",
  "age_days",
  "opened_at",
  "closed_at",
] as const;

export function breakRow(found: BreakSummary): CsvCell[] {
  return [
    found.settlementBreakId,
    found.class,
    found.state,
    found.source,
    found.currency,
    found.amount,
    found.subject?.type ?? null,
    found.subject?.id ?? null,
    found.processorReference,
    found.owner?.name ?? null,
    found.ageDays,
    found.openedAt,
    found.closedAt,
  ];
}
