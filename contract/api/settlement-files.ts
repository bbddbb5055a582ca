/**
 * Settlement files: processors' reports and bank statements, imported exactly once
 * (docs/payments/reconciliation.md).
 *
 *   POST /v1/settlement-files?processor=&format=&name=   the file's bytes → 201 settlementFile; 200 with `duplicate: true`
 *   GET  /v1/settlement-files                            → list of settlementFile
 *   GET  /v1/settlement-files/{settlementFileId}         → settlementFile
 *   GET  /v1/settlement-breaks?state=&class=             → list of settlementBreak
 */
import * as z from "zod/mini";

/** Formats of files. */
export const settlementFormats = ["csv", "stripe", "adyen", "bai2", "camt053", "mt940"] as const;
/** One of {@link settlementFormats}. */
export type SettlementFormat = (typeof settlementFormats)[number];

/** Formats of bank statements. The others are processors' reports. */
export const statementFormats: readonly SettlementFormat[] = ["bai2", "camt053", "mt940"];

/** Why a file is refused. Permanent codes; clients must accept other values. */
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
/** One of {@link refusalCodes}. */
export type RefusalCode = (typeof refusalCodes)[number];

/** Query of an import. Processors' reports need `processor`; statements name their account. */
export const importQuery = z.object({
  processor: z.optional(z.string().check(z.regex(/^[A-Za-z0-9._-]{1,64}$/))),
  format: z.optional(z.enum(settlementFormats)),
  /** The file's name, for people. */
  name: z.optional(z.string().check(z.maxLength(200))),
});
export type ImportQuery = z.infer<typeof importQuery>;

/** States of a file. An open list. */
export const settlementFileStates = ["pending", "processing", "processed", "failed"] as const;
/** One of {@link settlementFileStates}. */
export type SettlementFileState = (typeof settlementFileStates)[number];

/** Why a file is refused, and in which line. */
export const settlementRefusal = z.object({
  code: z.string(),
  line: z.number(),
  message: z.string(),
});
export type SettlementRefusal = z.infer<typeof settlementRefusal>;

/** An imported file. */
export const settlementFile = z.object({
  settlementFileId: z.string(),
  /** The processor, or the bank account (`bank:…1234`). */
  source: z.string(),
  format: z.string(),
  name: z.nullable(z.string()),
  sha256: z.string(),
  sizeBytes: z.number(),
  state: z.string(),
  /** Whether this request sent a file that was imported before. Nothing changed. */
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

/** Classes of breaks. An open list. */
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
/** One of {@link breakClasses}. */
export type BreakClass = (typeof breakClasses)[number];

/**
 * What settles a break, and with it where the money in question is booked.
 *
 * - `matches`: both records agree now, because ours was corrected or the bank entry belongs to the payout.
 * - `processor_correction`: the processor corrects it in a later report, or this row is its correction.
 * - `fee`: the difference is a fee of the processor or bank.
 * - `reserve`: the processor keeps it as a reserve, or returns one.
 * - `exchange`: the processor paid the amount in another currency.
 * - `outside`: money that is not from payments here, such as rent.
 * - `no_posting`: nothing is booked: a report that changed, or a statement that the bank does not have.
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
/** One of {@link breakResolutions}. */
export type BreakResolution = (typeof breakResolutions)[number];

/** States of a break. `open` and `explained` need work; the others are closed. */
export const breakStates = ["open", "explained", "resolved", "written_off"] as const;
/** One of {@link breakStates}. */
export type BreakState = (typeof breakStates)[number];

/** A difference between our records and a processor's or bank's, which a person resolves. */
export const settlementBreak = z.object({
  settlementBreakId: z.string(),
  class: z.string(),
  state: z.string(),
  source: z.string(),
  currency: z.string(),
  /** The money in question, in major units; never negative. */
  amount: z.number(),
  /** Our record: `payment`, `refund`, `dispute`, `batch`; null if there is none. */
  subject: z.nullable(z.object({ type: z.string(), id: z.string() })),
  processorReference: z.nullable(z.string()),
  openedAt: z.string(),
  closedAt: z.nullable(z.string()),
});
export type SettlementBreak = z.infer<typeof settlementBreak>;

/** Query of the list of breaks. */
export const breakFilter = z.object({
  state: z.optional(z.enum(breakStates)),
  class: z.optional(z.enum(breakClasses)),
});
