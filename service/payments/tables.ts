import type { Generated } from "kysely";
import type { JsonColumn } from "../platform/database/tables.ts";

declare module "../platform/database/tables.ts" {
  interface Tables {
    card_attempt_counts: CardAttemptCountRow;
    payment_intents: PaymentIntentRow;
    payments: PaymentRow;
    bank_mandates: BankMandateRow;
  }
}

/** Counted card attempts; see methods/card/attempt-limits. */
export interface CardAttemptCountRow {
  operator_id: string;
  /** Keyed index of a customer, an IP address or an intent. */
  subject: string;
  kind: "customer" | "address" | "intent";
  /** `<milliseconds, 13 digits> <payment id>`, oldest first. */
  attempts: string[];
  refused_at: Date | null;
  updated_at: Date;
}

/** An intent, read and written by store/. */
export interface PaymentIntentRow {
  payment_intent_id: string;
  operator_id: string;
  external_payment_intent_id: string;
  external_customer_id: string;
  amount_minor: number;
  currency: string;
  description: string | null;
  custom_data: JsonColumn<Record<string, string>>;
  payment_method_types: JsonColumn<string[]>;
  payment_descriptor: string;
  secret_hash: string;
  status: "no-payment" | "pending" | "success" | "failed" | "expired";
  version: number;
  created_at: Date;
  updated_at: Date;
  expires_at: Date;
  /** See store/fill-costs.ts. */
  cost_minor: Generated<number | null>;
}

/** An attempt; see records.ts. */
export interface PaymentRow {
  payment_id: string;
  payment_intent_id: string;
  operator_id: string;
  attempt: number;
  step: string;
  status: "pending" | "success" | "failed";
  was_success: boolean;
  type: string;
  fees_minor: number;
  tax_minor: number;
  price_detail: JsonColumn<Record<string, unknown>>;
  total_minor: number;
  /** Returned by refunds, pending ones included. */
  refunded_base_minor: Generated<number>;
  refunded_fees_minor: Generated<number>;
  refunded_tax_minor: Generated<number>;
  /** Taken back by disputes; see disputes/dispute-money.ts. */
  disputed_minor: Generated<number>;
  lost_base_minor: Generated<number>;
  open_disputes: Generated<number>;
  context_sealed: string | null;
  tax_address_sealed: string | null;
  instrument_index: string | null;
  messages: JsonColumn<unknown[]>;
  payment_method: JsonColumn<Record<string, unknown> | null>;
  detail: JsonColumn<Record<string, unknown>>;
  three_ds: JsonColumn<Record<string, unknown> | null>;
  three_ds_server_trans_id: string | null;
  details_sealed: string | null;
  /** When staff lifted the decline's stop; see methods/card/stopped-cards.ts. */
  stop_lifted_at: Generated<Date | null>;
  /** Who lifted the stop, and why. */
  stop_lift_sealed: Generated<string | null>;
  processor: string;
  routing: JsonColumn<Record<string, unknown> | null>;
  charge_number: number;
  charge_id: string | null;
  /** The processor's object for the charge; see methods/card/prepare-charge.ts. */
  charge_reference: string | null;
  reversal: "due" | "done" | null;
  next_check_at: Date | null;
  /** See platform/database/machine-lease.ts. */
  lease_check_at: Date | null;
  lease_until: Date | null;
  checks: number;
  created_at: Date;
  updated_at: Date;
}

/** The customer's authorization of an ACH debit. */
export interface BankMandateRow {
  payment_id: string;
  operator_id: string;
  payment_intent_id: string;
  account_index: string;
  /** Null if the customer typed the account or had saved it. */
  bank_login_id: string | null;
  version: string;
  locale: "en" | "es";
  evidence_sealed: string;
  accepted_at: Date;
  return_code: string | null;
  returned_at: Date | null;
  ended_at: Date | null;
  bar_lifted_at: Date | null;
  bar_lift_sealed: string | null;
}
