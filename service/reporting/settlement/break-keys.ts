/** Keys of breaks: what a break is about, so that it is opened once. */

/** The break of a row of a report or statement. */
export function rowKey(settlementBatchId: string, rowNo: number): string {
  return `row:${settlementBatchId}:${rowNo}`;
}

/** The break of a matched row whose fee is not what was agreed. */
export function feeKey(settlementBatchId: string, rowNo: number): string {
  return `fee:${settlementBatchId}:${rowNo}`;
}

/** The break of a record of ours that no report has. */
export function missingKey(type: string, id: string): string {
  return `missing_at_processor:${type}:${id}`;
}

/** The break of a payout that is not at the bank. */
export function payoutKey(settlementBatchId: string): string {
  return `payout_not_at_bank:${settlementBatchId}`;
}

/** The break of a statement that does not follow the one before. */
export function gapKey(source: string, batchKey: string): string {
  return `sequence_gap:${source}:${batchKey}`;
}
