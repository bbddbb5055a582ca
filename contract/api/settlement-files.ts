/**
 * Settlement files: processors' reports and bank statements, imported exactly once
 * (docs/payments/reconciliation.md).
 *
 *   POST /v1/settlement-files?processor=&format=&name=   the file's bytes → 201 settlementFile;
 *                                                        200 with `duplicate: true`
 *   GET  /v1/settlement-files                            → list of settlementFile
 *   GET  /v1/settlement-files/{settlementFileId}         → settlementFile
 *   GET  /v1/settlement-breaks?state=&class=             → list of settlementBreak
 */
import * as z from "zod/mini";

export const settlementFormats = ["csv", "stripe", "adyen", "bai2", "camt053", "mt940"] as const;
export type SettlementFormat = (typeof settlementFormats)[number];

/** Formats of bank statements. The other formats are processors' reports. */
export const statementFormats: readonly SettlementFormat[] = ["bai2", "camt053", "mt940"];

/** Codes of refusals. They are permanent; clients must accept other values. */
export const refusalCodes = [
  "format_unknown",
  "encoding_wrong",
  "file_empty",
  "file_too_large",
  "file_cut_off",
  "too_slow",
  "too_many_rows",
  "too_many_batches",
  "too_many_fields",
  "too_deep",
  "line_too_long",
  "csv_malformed",
  "xml_malformed",
  "xml_forbidden",
  "header_unexpected",
  "field_count_wrong",
  "field_invalid",
  "row_type_unknown",
  "row_number_gap",
  "record_unknown",
  "record_order",
  "bank_code_unknown",
  "statement_interim",
  "net_wrong",
  "currency_mixed",
  "payout_row_missing",
  "batch_repeated",
  "batch_total_wrong",
  "control_total_wrong",
  "record_count_wrong",
  "balance_missing",
  "balance_wrong",
  "opening_differs",
  "sequence_gap",
  "out_of_order",
  "processor_missing",
] as const;
export type RefusalCode = (typeof refusalCodes)[number];

/** Query of an import. Processors' reports need `processor`; statements name their account. */
export const importQuery = z.object({
  processor: z.optional(z.string().check(z.regex(/^[A-Za-z0-9._-]{1,64}$/))),
  format: z.optional(z.enum(settlementFormats)),
  /** The file's name, shown to people. */
  name: z.optional(z.string().check(z.maxLength(200))),
});
export type ImportQuery = z.infer<typeof importQuery>;

/** States of a file. The list is open. */
export const settlementFileStates = ["pending", "processing", "processed", "failed"] as const;
export type SettlementFileState = (typeof settlementFileStates)[number];

export const settlementRefusal = z.object({
  code: z.string(),
  line: z.number(),
  message: z.string(),
});

export const settlementFile = z.object({
  settlementFileId: z.string(),
  /** A processor, or a bank account (`bank:…1234`; `bank:…1234:EUR` for a currency after the account's first). */
  source: z.string(),
  format: z.string(),
  name: z.nullable(z.string()),
  sha256: z.string(),
  sizeBytes: z.number(),
  state: z.string(),
  /** True if this file was imported before; nothing changed. */
  duplicate: z.boolean(),
  rowCount: z.number(),
  rowsDone: z.number(),
  matchedCount: z.number(),
  breakCount: z.number(),
  refusal: z.nullable(settlementRefusal),
  createdAt: z.string(),
  processedAt: z.nullable(z.string()),
});
export type SettlementFile = z.infer<typeof settlementFile>;

/** Classes of breaks. The list is open. */
export const breakClasses = [
  "missing_in_ledger",
  "missing_at_processor",
  "amount_mismatch",
  "currency_mismatch",
  "fee_mismatch",
  "duplicate",
  "unknown_type",
  "status_mismatch",
  "batch_total_mismatch",
  "payout_not_at_bank",
  "bank_line_unknown",
  "sequence_gap",
  "changed_after_import",
  "late",
] as const;
export type BreakClass = (typeof breakClasses)[number];

/**
 * What settles a break, and decides where its money is booked.
 *
 * - `matches`: both records agree now, because ours was corrected or the bank entry belongs to the payout.
 * - `processor_correction`: the processor corrects it in a later report, or this row is its correction.
 * - `fee`: a fee of the processor or bank.
 * - `reserve`: the processor keeps it as a reserve, or returns one.
 * - `exchange`: the processor paid in another currency.
 * - `outside`: money that is not from payments here, such as rent.
 * - `no_posting`: a report that changed, or a statement that the bank does not have.
 */
export const breakResolutions = [
  "matches",
  "processor_correction",
  "fee",
  "reserve",
  "exchange",
  "outside",
  "no_posting",
] as const;
export type BreakResolution = (typeof breakResolutions)[number];

/** `open` and `explained` need work; the others are closed. */
export const breakStates = ["open", "explained", "resolved", "written_off"] as const;
export type BreakState = (typeof breakStates)[number];

/** A difference between our records and a processor's or bank's, which a person resolves. */
export const settlementBreak = z.object({
  settlementBreakId: z.string(),
  class: z.string(),
  state: z.string(),
  source: z.string(),
  currency: z.string(),
  /** The amount in major units; never negative. */
  amount: z.number(),
  /** Our record: `payment`, `refund`, `dispute`, `batch`. */
  subject: z.nullable(z.object({ type: z.string(), id: z.string() })),
  processorReference: z.nullable(z.string()),
  openedAt: z.string(),
  closedAt: z.nullable(z.string()),
});
export type SettlementBreak = z.infer<typeof settlementBreak>;

export const breakFilter = z.object({
  state: z.optional(z.enum(breakStates)),
  class: z.optional(z.enum(breakClasses)),
});
