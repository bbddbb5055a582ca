/** Keys of breaks. A key names the subject of the break, so that each is opened once. */

/** The break of a row of a report or statement. */
export function rowKey(settlementBatchId: string, rowNo: number): string {
  return `row:${settlementBatchId}:${rowNo}`;
}

/** The break of a matched row whose fee is not what was agreed. */
export function feeKey(settlementBatchId: string, rowNo: number): string {
  return `fee:${settlementBatchId}:${rowNo}`;
}

/** The break of one of our records that no report contains. */
export function missingKey(type: string, id: string): string {
  return `missing_at_processor:${type}:${id}`;
}

/** The break of a payout without a bank entry. */
export function payoutKey(settlementBatchId: string): string {
  return `payout_not_at_bank:${settlementBatchId}`;
}

/** The break of a statement that does not follow the previous one. */
export function gapKey(source: string, batchKey: string): string {
  return `sequence_gap:${source}:${batchKey}`;
}
