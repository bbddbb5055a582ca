import type { ColumnType, Generated } from "kysely";
import type { DisputeStage, DisputeStatus } from "#contract/api/disputes";
import type { JsonColumn } from "../../platform/database/tables.ts";

declare module "../../platform/database/tables.ts" {
  interface Tables {
    disputes: DisputeRow;
    dispute_files: DisputeFileRow;
    dispute_answers: DisputeAnswerRow;
    dispute_inquiries: DisputeInquiryRow;
    fraud_reports: FraudReportRow;
    processor_notices: ProcessorNoticeRow;
  }
}

/** A dispute, written through dispute-store.ts. */
export interface DisputeRow {
  operator_id: string;
  dispute_id: string;
  payment_intent_id: string;
  payment_id: string;
  external_customer_id: string;
  processor: string;
  provider_dispute_id: string;
  network: string;
  reason_code: string;
  category: string;
  stage: DisputeStage;
  status: DisputeStatus;
  outcome: string | null;
  amount_minor: number;
  currency: string;
  fee_minor: number | null;
  respond_by: Date | null;
  defendable: boolean;
  last_sequence: number;
  refunded_before_minor: number;
  evidence_sealed: string | null;
  submitted_at: Date | null;
  refusal_code: string | null;
  refused_at: Date | null;
  version: number;
  opened_at: Date;
  created_at: Date;
  updated_at: Date;
  closed_at: Date | null;
  /** The deadline of the last reminder to staff. */
  reminded_for: Date | null;
  reminders: Generated<number>;
  bank_reference: string | null;
  /** The inquiry that preceded the dispute of a returned debit. */
  inquiry_id: string | null;
}

/** Written through inquiries/inquiry-store.ts. */
export interface DisputeInquiryRow {
  operator_id: string;
  dispute_id: string;
  opened_by: JsonColumn<Record<string, string>>;
  note_sealed: string | null;
  answered_at: Date | null;
  answered_by: ColumnType<Record<string, string> | null, string | null | undefined, string | null>;
  answer_note_sealed: string | null;
  /** When the bank can no longer return the debit. */
  closes_at: Date | null;
}

/** A file, written through evidence-store.ts. */
export interface DisputeFileRow {
  operator_id: string;
  dispute_id: string;
  kind: string;
  name_sealed: string;
  content_type: string;
  size_bytes: number;
  pages: number;
  content_sealed: string;
  added_at: Date;
}

/** An answer, written through answer-queue.ts. */
export interface DisputeAnswerRow {
  operator_id: string;
  answer_id: string;
  dispute_id: string;
  kind: "evidence" | "acceptance";
  stage: DisputeStage;
  step: "requested" | "done" | "refused";
  provider_answer_id: string | null;
  failure_code: string | null;
  requested_by: JsonColumn<Record<string, string>>;
  sent_at: Date | null;
  next_check_at: Date | null;
  /** See platform/database/machine-lease.ts. */
  lease_check_at: Date | null;
  lease_until: Date | null;
  checks: number;
  created_at: Date;
  updated_at: Date;
}

/** A fraud report by an issuer. */
export interface FraudReportRow {
  operator_id: string;
  processor: string;
  report_id: string;
  payment_intent_id: string;
  payment_id: string;
  network: string;
  fraud_type: string | null;
  amount_minor: number;
  currency: string;
  reported_at: Date;
  created_at: Date;
}

/** A notice; see notices.ts. */
export interface ProcessorNoticeRow {
  processor: string;
  event_id: string;
  body: JsonColumn<Record<string, unknown>>;
  state: "waiting" | "applied" | "outdated" | "refused" | "dismissed";
  problem: string | null;
  operator_id: string | null;
  dispute_id: string | null;
  tries: number;
  next_try_at: Date | null;
  received_at: Date;
  /** Set by staff; see decide-notice.ts. */
  matched_payment_id: string | null;
  note_sealed: string | null;
  decided_by: ColumnType<Record<string, string> | null, string | null | undefined, string | null>;
  decided_at: Date | null;
}
