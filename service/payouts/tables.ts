import type { Generated } from "kysely";
import type { JsonColumn } from "../platform/database/tables.ts";

declare module "../platform/database/tables.ts" {
  interface Tables {
    disbursement_intents: DisbursementIntentRow;
    disbursement_history: DisbursementHistoryRow;
    payout_methods: PayoutMethodRow;
  }
}

/** See records.ts for the meaning of the columns. */
export interface DisbursementIntentRow {
  disbursement_intent_id: string;
  operator_id: string;
  external_disbursement_intent_id: string;
  external_customer_id: string;
  amount_minor: number;
  currency: string;
  tax_category: "winnings" | "prize" | "services" | "other";
  description: string | null;
  custom_data: JsonColumn<Record<string, string>>;
  secret_hash: string;
  /** The step; see states/. */
  step: string;
  status: string;
  version: number;
  created_at: Date;
  updated_at: Date;
  expires_at: Date;
  disbursement_id: string | null;
  type: string | null;
  withheld_minor: number | null;
  shown_sealed: string | null;
  destination_sealed: string | null;
  messages: JsonColumn<unknown[]>;
  provider: string | null;
  payout_id: string | null;
  submitted_at: Date | null;
  decided_at: Date | null;
  decided_by: string | null;
  paid_at: Date | null;
  /** YYYY-MM-DD */
  tax_date: string | null;
  next_check_at: Date | null;
  /** See platform/database/machine-lease.ts. */
  lease_check_at: Date | null;
  lease_until: Date | null;
  checks: number;
  /** Time of the last try without a clear response. */
  sent_at: Date | null;
  /** Null for payouts from before keys were stored. */
  created_key_id: string | null;
  /** Null if staff decided. */
  decided_key_id: string | null;
  arrived_late: Generated<boolean>;
  arrived_again: Generated<boolean>;
  /** When a sanctions review began to hold it. */
  held_at: Date | null;
  /** The customer's consent to payouts by the bank login's vendor (service/providers/payout). */
  consent_id: string | null;
}

export interface DisbursementHistoryRow {
  disbursement_intent_id: string;
  version: number;
  operator_id: string;
  happening: string;
  step: string;
  actor: string;
  reason_sealed: string | null;
  happened_at: Date;
}

/** A method saved with the customer's consent. */
export interface PayoutMethodRow {
  payout_method_id: string;
  operator_id: string;
  external_customer_id: string;
  type: string;
  shown_sealed: string;
  destination_sealed: string;
  method_index: string;
  created_at: Date;
  last_used_at: Date;
  /** The customer's consent, as in a payout. */
  consent_id: string | null;
}
