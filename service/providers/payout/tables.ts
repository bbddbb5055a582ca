import type { Generated } from "kysely";

declare module "../../platform/database/tables.ts" {
  interface Tables {
    payout_references: PayoutReferenceRow;
    payout_payees: PayoutPayeeRow;
    payout_consents: PayoutConsentRow;
  }
}

/** A short reference, stored before the first request (kit/payout-references.ts). */
export interface PayoutReferenceRow {
  operator_id: string;
  /** The operator's name for the processor. */
  provider: string;
  /** Key of the payout or refund. */
  payout_key: string;
  reference: string;
  created_at: Date;
}

/** A payee's record at a vendor, or one of their accounts there (kit/payout-payees.ts). */
export interface PayoutPayeeRow {
  operator_id: string;
  provider: string;
  external_customer_id: string;
  /** Blind index of the account; empty for the payee's record. */
  account_index: string;
  vendor_id: string;
  created_at: Date;
}

/** A customer's consent to payouts by a bank login's vendor (kit/payout-consents.ts). */
export interface PayoutConsentRow {
  consent_id: string;
  operator_id: string;
  provider: string;
  details_sealed: string;
  created_at: Date;
  ended_at: Generated<Date | null>;
  next_check_at: Date;
  tries: Generated<number>;
  /** See platform/database/machine-lease.ts. */
  lease_check_at: Generated<Date | null>;
  lease_until: Generated<Date | null>;
}
