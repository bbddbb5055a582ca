declare module "../../platform/database/tables.ts" {
  interface Tables {
    customer_erasures: CustomerErasureRow;
  }
}

export interface CustomerErasureRow {
  operator_id: string;
  external_customer_id: string;
  reason: string;
  /** `api:<key id>`, `staff:<id>`, `command` */
  actor: string;
  erased_at: Date;
  /** Signed W-9 forms are kept until then; null without any. */
  tax_records_until: Date | null;
  /** Proofs of bank debits are kept until then; null without any. */
  mandates_until: Date | null;
  answers_forgotten_at: Date | null;
}
