import type { Generated } from "kysely";

declare module "../../platform/database/tables.ts" {
  interface Tables {
    sms_verifications: SmsVerificationRow;
    sms_notices: SmsNoticeRow;
    sms_sends: SmsSendRow;
  }
}

export interface SmsVerificationRow {
  sms_verification_id: string;
  operator_id: string;
  external_customer_id: string;
  phone_number_sealed: string;
  phone_index: string;
  /** `payout`, `w9`, or `unbound` for codes sent before this column existed. */
  purpose: string;
  subject: string;
  /** The number on file when the code was first sent. */
  on_file_index: string | null;
  status: "pending" | "approved" | "failed" | "expired" | "canceled";
  failed_checks: number;
  sends: number;
  resend_at: Date;
  expires_at: Date;
  created_at: Date;
  updated_at: Date;
}

/** See phone-notices.ts. */
export interface SmsNoticeRow {
  sms_notice_id: string;
  operator_id: string;
  external_customer_id: string;
  phone_number_sealed: string;
  next_try_at: Date;
  created_at: Date;
}

/** The last day's messages, for the send limits. Indexes are keyed hashes. */
export interface SmsSendRow {
  send_id: Generated<number>;
  operator_id: string;
  external_customer_id: string;
  phone_index: string;
  phone_block: string;
  ip_index: string;
  sent_at: Date;
  purpose: Generated<"payout" | "w9">;
}
