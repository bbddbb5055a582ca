declare module "../../platform/database/tables.ts" {
  interface Tables {
    ach_entries: AchEntryRow;
    ach_files: AchFileRow;
    ach_return_files: AchReturnFileRow;
  }
}

export interface AchEntryRow {
  ach_entry_id: string;
  operator_id: string;
  entry_key: string;
  source: "disbursement" | "payment" | "refund";
  /** The debit that a refund returns; null for other entries. */
  debit_key: string | null;
  direction: "credit" | "debit";
  /** Whether it corrects an erroneous debit, under the rules for reversing entries. */
  is_reversal: boolean;
  account_type: "checking" | "savings";
  details_sealed: string;
  amount_minor: number;
  company_name: string;
  status: "queued" | "canceled" | "filed" | "settled" | "returned";
  told_status: string;
  ach_file_id: string | null;
  batch_number: number | null;
  trace_number: string | null;
  /** `YYYY-MM-DD`. */
  effective_date: string | null;
  /** `YYYY-MM-DD`. */
  settles_on: string | null;
  return_code: string | null;
  /** When its source began to hold it back. */
  held_at: Date | null;
  version: number;
  created_at: Date;
  updated_at: Date;
}

export interface AchFileRow {
  ach_file_id: string;
  bank_date: string;
  bank_time: string;
  id_modifier: string;
  first_trace: number;
  entry_count: number;
  debit_minor: number;
  credit_minor: number;
  /** When the service began to hand the file over; null for `made` and `emptied`. */
  written_at: Date | null;
  /** The file's status; see ach-file-states.ts. */
  status: "made" | "handing_over" | "handed_over" | "acknowledged" | "emptied";
  /** Token of the attempt that can publish the file. */
  hand_over_token: string | null;
  /** SHA-256 of the bytes, hex. */
  content_hash: string | null;
  /** Reason of the staff decision. */
  reason: string | null;
  created_at: Date;
}

export interface AchReturnFileRow {
  content_hash: string;
  name: string;
  return_count: number;
  change_count: number;
  unknown_count: number;
  read_at: Date;
}
