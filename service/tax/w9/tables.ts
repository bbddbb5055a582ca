import type { Generated } from "kysely";

declare module "../../platform/database/tables.ts" {
  interface Tables {
    w9_forms: W9FormRow;
    w9_access_log: W9AccessLogRow;
  }
}

export interface W9FormRow {
  w9_id: string;
  operator_id: string;
  external_customer_id: string;
  /** Only service/tax/w9/states decides changes. */
  status: "pending" | "completed" | "void";
  version: number;
  link_generation: number;
  link_expires_at: Date;
  earlier_link_expires_at: Date | null;
  intent_live_until: Date | null;
  confirm_failures: number;
  not_us_person: boolean;
  /** JSON, without the TIN. */
  draft_sealed: string | null;
  completed_at: Date | null;
  form_revision: string | null;
  /** JSON with the full signed text, without the TIN. */
  form_sealed: string | null;
  /** Nine digits. */
  tin_sealed: string | null;
  tin_index: string | null;
  backup_withholding: boolean;
  confirmed_by: "intent" | "date_of_birth" | "phone" | null;
  tin_match: "unverified" | "pending" | "match" | "mismatch";
  /** The provider's code. */
  tin_match_code: string | null;
  tin_matched_at: Date | null;
  /** The provider's reference of a pending check. */
  tin_match_reference: string | null;
  match_due_at: Date | null;
  match_tries: number;
  lease_token: string | null;
  voided_at: Date | null;
  /** The id of the staff member. */
  voided_by: string | null;
  created_at: Date;
  updated_at: Date;
}

export interface W9AccessLogRow {
  access_id: Generated<number>;
  operator_id: string;
  w9_id: string;
  /** `customer`, `service` or `staff:<id>` */
  actor: string;
  action: string;
  ip_address_sealed: string | null;
  user_agent_sealed: string | null;
  accessed_at: Date;
}
