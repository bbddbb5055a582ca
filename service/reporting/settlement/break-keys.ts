/** A key names a break's subject, so that each break is opened once. */

/** A row of a report or statement. */
export function rowKey(settlementBatchId: string, rowNo: number): string {
  return `row:${settlementBatchId}:${rowNo}`;
}

/** A matched row with a different fee than agreed. */
export function feeKey(settlementBatchId: string, rowNo: number): string {
  return `fee:${settlementBatchId}:${rowNo}`;
}

/** The key of a break for one of our records that no report contains. */
export function missingKey(type: string, id: string): string {
  return `missing_at_processor:${type}:${id}`;
}

/** A payout without a bank entry. */
export function payoutKey(settlementBatchId: string): string {
  return `payout_not_at_bank:${settlementBatchId}`;
}

/** A statement that does not follow the previous one of its currency. `account` is the account's source. */
export function gapKey(account: string, currency: string, batchKey: string): string {
  return `sequence_gap:${account}:${currency}:${batchKey}`;
}
