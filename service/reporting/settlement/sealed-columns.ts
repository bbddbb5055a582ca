import { type SealedTable, sealedColumns } from "../../platform/secrets/sealed-columns.ts";

export const sealedTables: readonly SealedTable[] = [
  {
    table: "settlement_file_parts",
    key: ["operator_id", "settlement_file_id", "part_no"],
    id: ["settlement_file_id", "part_no"],
    columns: sealedColumns("content_sealed"),
    rowsAtOnce: 4,
  },
  {
    table: "settlement_lines",
    key: ["operator_id", "settlement_batch_id", "row_no"],
    id: ["settlement_batch_id", "row_no"],
    columns: sealedColumns("details_sealed"),
  },
  {
    table: "settlement_break_notes",
    key: ["operator_id", "settlement_break_id", "note_no"],
    id: ["settlement_break_id", "note_no"],
    columns: sealedColumns("text_sealed"),
  },
];

export function partPlace(operatorId: string, settlementFileId: string, partNo: number) {
  const id = `${settlementFileId}:${partNo}`;
  return { operatorId, table: "settlement_file_parts", column: "content_sealed", id };
}

export function linePlace(operatorId: string, settlementBatchId: string, rowNo: number) {
  const id = `${settlementBatchId}:${rowNo}`;
  return { operatorId, table: "settlement_lines", column: "details_sealed", id };
}

export function notePlace(operatorId: string, settlementBreakId: string, noteNo: number) {
  const id = `${settlementBreakId}:${noteNo}`;
  return { operatorId, table: "settlement_break_notes", column: "text_sealed", id };
}
