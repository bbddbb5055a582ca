import type { JsonColumn } from "../../platform/database/tables.ts";

declare module "../../platform/database/tables.ts" {
  interface Tables {
    outcome_marks: OutcomeMarkRow;
    outcome_mark_files: OutcomeMarkFileRow;
    outcome_alarms: OutcomeAlarmRow;
  }
}

/** Written and read through mark-store.ts. */
export interface OutcomeMarkRow {
  operator_id: string;
  outcome_mark_id: string;
  subject_type: "payment" | "refund" | "payout";
  subject_id: string;
  /** Null for a payout. */
  payment_intent_id: string | null;
  payment_id: string | null;
  /** Null unless it is about a payout. */
  disbursement_intent_id: string | null;
  external_customer_id: string;
  outcome: "success" | "failed";
  reference: string | null;
  note_sealed: string | null;
  amount_minor: number;
  currency: string;
  state: "waiting" | "applied" | "declined" | "overtaken";
  marked_by: JsonColumn<Record<string, string>>;
  decided_by: JsonColumn<Record<string, string>> | null;
  version: number;
  created_at: Date;
  decided_at: Date | null;
  confirmed_at: Date | null;
}

/** Written and read through mark-files.ts. */
export interface OutcomeMarkFileRow {
  operator_id: string;
  outcome_mark_id: string;
  name_sealed: string;
  content_type: string;
  size_bytes: number;
  pages: number;
  content_sealed: string;
  added_at: Date;
}

/** How a processor contradicts what is stored. */
export type OutcomeProblem =
  | "happened_after_all"
  | "not_happened_after_all"
  | "other_reference"
  | "other_amount"
  | "happened_twice"
  | "reference_of_another";

/** Written and read through alarm-store.ts. */
export interface OutcomeAlarmRow {
  operator_id: string;
  outcome_alarm_id: string;
  subject_type: "payment" | "refund" | "payout";
  subject_id: string;
  /** Null for a payout. */
  payment_intent_id: string | null;
  payment_id: string | null;
  /** Null unless it is about a payout. */
  disbursement_intent_id: string | null;
  external_customer_id: string;
  problem: OutcomeProblem;
  source: "look_up" | "notice" | "settlement";
  reference: string;
  amount_minor: number;
  currency: string;
  state: "open" | "resolved";
  resolution: "accepted" | "kept" | null;
  note_sealed: string | null;
  resolved_by: JsonColumn<Record<string, string>> | null;
  version: number;
  opened_at: Date;
  resolved_at: Date | null;
}
