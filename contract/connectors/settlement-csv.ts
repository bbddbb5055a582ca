/**
 * The settlement CSV: a processor's report of what it paid out (docs/payments/reconciliation.md).
 *
 * UTF-8, RFC 4180, one header row with {@link settlementCsvColumns} in this order. A processor may add columns after
 * them; they are kept with the row. All amounts are integers in minor units.
 *
 * A batch is a run of rows with one `batch_id` and one currency. `row_no` counts from 1 in each batch without gaps. Its
 * last row is the `payout` row.
 *
 * - `net_minor` = `gross_minor` − `fee_minor`, in every row.
 * - `gross_minor` is positive when money comes to the operator (`charge`, `dispute_reversal`, `refund_failure`),
 *   negative when it goes away (`refund`, `dispute`), and 0 in a `fee` row. An `adjustment` (a reserve, an invoice) may
 *   have either sign. `fee_minor` is what the processor keeps; a negative fee is returned.
 * - The `payout` row has `fee_minor` 0, and `net_minor` = the sum of `net_minor` of all rows before it in the batch:
 *   the amount that arrives at the bank, negative when the processor collects it.
 */

/** The columns of the header row, in this order. */
export const settlementCsvColumns = [
  "batch_id",
  "row_no",
  "row_type",
  "processor_reference",
  "original_reference",
  "merchant_reference",
  "occurred_at",
  "currency",
  "gross_minor",
  "fee_minor",
  "fee_kind",
  "net_minor",
  "value_date",
  "arn",
  "reason_code",
] as const;

/** Values of `row_type`. A reader stops at any other value. */
export const settlementRowTypes = [
  "charge",
  "refund",
  "refund_failure",
  "dispute",
  "dispute_reversal",
  "fee",
  "adjustment",
  "payout",
] as const;
export type SettlementRowType = (typeof settlementRowTypes)[number];

/** An empty string means that the row has no such value. */
export interface SettlementCsvRow {
  batch_id: string;
  row_no: number;
  row_type: SettlementRowType;
  /**
   * The processor's id of the charge, refund or dispute. For a `payout` it is the payout's id, which the bank's text
   * names. A `fee` or `adjustment` may have none.
   */
  processor_reference: string;
  /** The charge that a refund, dispute or fee is about. */
  original_reference: string;
  /** Our key of the charge or refund. */
  merchant_reference: string;
  /** ISO 8601 in UTC, such as `2026-11-26T14:05:00Z`. */
  occurred_at: string;
  currency: string;
  gross_minor: number;
  fee_minor: number;
  /**
   * `commission`, `markup`, `scheme`, `interchange`, `dispute`, `refund` or `other`; other texts are kept as they are.
   * Empty if `fee_minor` is 0; otherwise empty means `other`.
   */
  fee_kind: string;
  net_minor: number;
  /** `YYYY-MM-DD`, when the money is at the bank. */
  value_date: string;
  /** Acquirer reference number of a refund, for the customer's bank. */
  arn: string;
  /** The network's or processor's reason for a dispute or refund failure. */
  reason_code: string;
}

/** Writes the CSV. Lines end with CRLF. */
export function writeSettlementCsv(rows: Iterable<SettlementCsvRow>): string {
  let text = `${settlementCsvColumns.join(",")}\r\n`;
  for (const row of rows) text += settlementCsvLine(row);
  return text;
}

export function settlementCsvLine(row: SettlementCsvRow): string {
  return `${settlementCsvColumns.map((column) => quoted(String(row[column]))).join(",")}\r\n`;
}

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
