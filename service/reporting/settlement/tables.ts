import type { ColumnType, Generated } from "kysely";
import type {
  BreakClass,
  BreakResolution,
  BreakState,
  RefusalCode,
  SettlementFileState,
  SettlementFormat,
} from "#contract/api/settlement-files";
import type { JsonColumn } from "../../platform/database/tables.ts";
import type { LineType } from "./readers/settlement-items.ts";
import type { BreakPart } from "./split-break.ts";

declare module "../../platform/database/tables.ts" {
  interface Tables {
    settlement_sources: SettlementSourceRow;
    settlement_files: SettlementFileRow;
    settlement_file_parts: SettlementFilePartRow;
    settlement_batches: SettlementBatchRow;
    settlement_counts: SettlementCountRow;
    settlement_lines: SettlementLineRow;
    settlement_breaks: SettlementBreakRow;
    settlement_break_notes: SettlementBreakNoteRow;
    settlement_fetches: SettlementFetchRow;
  }
}

/** A processor or a bank account. */
export interface SettlementSourceRow {
  operator_id: string;
  source: string;
  kind: "processor" | "bank";
  label: string;
  last_closing_minor: number | null;
  last_sequence: number | null;
  last_date: string | null;
  checked_until: Date | null;
  created_at: Date;
}

/** Written by receive-file.ts and import-job.ts. */
export interface SettlementFileRow {
  operator_id: string;
  settlement_file_id: string;
  source: string;
  format: SettlementFormat;
  name: string | null;
  content_hash: string;
  size_bytes: number;
  state: SettlementFileState;
  row_count: number;
  rows_done: Generated<number>;
  refusal_code: RefusalCode | null;
  refusal_line: number | null;
  refusal_message: string | null;
  uploaded_by: JsonColumn<Record<string, string>>;
  lease_until: Date | null;
  created_at: Date;
  updated_at: Date;
  processed_at: Date | null;
}

/** A piece of a file, kept until the file is processed. */
export interface SettlementFilePartRow {
  operator_id: string;
  settlement_file_id: string;
  part_no: number;
  content_sealed: string;
  created_at: Date;
}

/** A payout, or a bank statement. */
export interface SettlementBatchRow {
  operator_id: string;
  settlement_batch_id: string;
  settlement_file_id: string;
  source: string;
  kind: "processor" | "bank";
  batch_key: string;
  batch_no: number;
  currency: string;
  gross_minor: number;
  fee_minor: number;
  net_minor: number;
  totals: JsonColumn<BatchTotals>;
  payout_reference: string;
  trace_reference: string;
  value_date: string;
  row_count: number;
  opening_minor: number | null;
  closing_minor: number | null;
  content_hash: string;
  is_complete: Generated<boolean>;
  bank_batch_id: string | null;
  bank_row_no: number | null;
  bank_break_id: string | null;
  created_at: Date;
}

/** Totals by kind of row and of fee, in minor units. */
export interface BatchTotals {
  readonly byType: Readonly<
    Record<string, { count: number; grossMinor: number; netMinor: number }>
  >;
  readonly byFee: Readonly<Record<string, number>>;
}

/** A processor's row, or a bank entry. */
export interface SettlementLineRow {
  operator_id: string;
  settlement_batch_id: string;
  row_no: number;
  line_no: number;
  row_type: LineType;
  processor_reference: string;
  original_reference: string;
  merchant_reference: string;
  occurred_at: Date | null;
  currency: string;
  gross_minor: number;
  fee_minor: number;
  fee_kind: string;
  net_minor: number;
  value_date: string | null;
  arn: string;
  reason_code: string;
  details_sealed: string | null;
  original_currency: string | null;
  original_minor: number | null;
  original_rate: string | null;
  state: "matched" | "noted" | "open";
  matched_type: string | null;
  matched_id: string | null;
  match_rule: string | null;
}

/** Counts of a batch, written by triggers (migration 0101). */
export interface SettlementCountRow {
  operator_id: string;
  settlement_batch_id: string;
  change_id: Generated<number>;
  matched: number;
  breaks: number;
}

/** A closing that waits for a second person. */
export interface BreakProposal {
  readonly action: string;
  readonly resolution?: BreakResolution;
  readonly parts?: readonly BreakPart[];
  readonly staffId: string;
}

/** The fee that a dispute learned from a linked row, and the dispute's fee before, in minor units. */
export interface LearnedFee {
  readonly disputeId: string;
  readonly rowMinor: number;
  readonly beforeMinor: number | null;
}

/** The ids of its postings begin with `decision`. */
export interface BreakClosing {
  readonly action: string;
  readonly decision: string;
  readonly resolution?: BreakResolution | undefined;
  readonly parts?: readonly BreakPart[];
  readonly learnedFee?: LearnedFee | undefined;
}

/** A difference that staff must resolve. */
export interface SettlementBreakRow {
  operator_id: string;
  settlement_break_id: string;
  break_key: string;
  class: BreakClass;
  state: BreakState;
  source: string;
  settlement_batch_id: string | null;
  row_no: number | null;
  subject_type: string | null;
  subject_id: string | null;
  processor_reference: string | null;
  currency: string;
  amount_minor: number;
  ours: JsonColumn<BreakFields>;
  theirs: JsonColumn<BreakFields>;
  owner_staff_id: string | null;
  proposal: ColumnType<BreakProposal | null, string | null, string | null>;
  closing: ColumnType<BreakClosing | null, string | null | undefined, string | null>;
  version: Generated<number>;
  opened_at: Date;
  updated_at: Date;
  closed_at: Date | null;
}

/** References, states and amounts, never personal data. */
export type BreakFields = Readonly<Record<string, string | number | null>>;

export interface SettlementBreakNoteRow {
  operator_id: string;
  settlement_break_id: string;
  note_no: number;
  at: Date;
  actor: JsonColumn<Record<string, string>>;
  action: string;
  text_sealed: string | null;
}

/** See fetch-lease.ts. */
export interface SettlementFetchRow {
  processor: string;
  next_check_at: Date;
  lease_check_at: Date | null;
  lease_until: Date | null;
}
