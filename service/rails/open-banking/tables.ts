import type { Generated } from "kysely";
import type { JsonColumn } from "../../platform/database/tables.ts";

declare module "../../platform/database/tables.ts" {
  interface Tables {
    bank_payments: BankPaymentRow;
    bank_payment_grants: BankPaymentGrantRow;
  }
}

/** Statuses of a payment; see bank-payment-states.ts. */
export type BankPaymentStatus =
  | "waiting"
  | "at_bank"
  | "exchanging"
  | "ordering"
  | "accepted"
  | "settled"
  | "returned"
  | "rejected"
  | "refused"
  | "canceled"
  | "expired"
  | "failed";

type PayingAccount = { bankName: string; accountType: "checking" | "savings"; last4: string };

/** A payment that a customer confirms at their bank. */
export interface BankPaymentRow {
  payment_id: string;
  payment_intent_id: string;
  operator_id: string;
  status: BankPaymentStatus;
  version: number;
  amount_minor: number;
  currency: string;
  payee: string;
  reference: string;
  way: "redirect" | "popup";
  return_url_sealed: string;
  opened_at: Date | null;
  state_hash: string | null;
  browser_hash: string | null;
  verifier_sealed: string | null;
  token_sealed: string | null;
  agreed_at: Date | null;
  /** When the order was last sent; only for vendors whose orders wait for a notice. */
  ordered_at: Date | null;
  /** The entry of `PAY_BY_BANK`; null for payments from before this column. */
  bank_name: string | null;
  /** When the bank said that it has the order, though it did not show it. */
  taken_at: Date | null;
  bank_payment_id: string | null;
  /** What the customer's bank sent back of a settled payment, in minor units; below `amount_minor`. */
  returned_minor: Generated<number>;
  account: JsonColumn<PayingAccount> | null;
  reason: string | null;
  told_status: string | null;
  checks: number;
  next_check_at: Date | null;
  created_at: Date;
  updated_at: Date;
  expires_at: Date;
}

/** A grant from a vendor's notice, which an order needs. Deleted once the order has an outcome. */
export interface BankPaymentGrantRow {
  payment_id: string;
  /** SHA-256 of the vendor's id of the consent. */
  reference_hash: string;
  operator_id: string;
  grant_sealed: string;
  received_at: Date;
}
