declare module "../../platform/database/tables.ts" {
  interface Tables {
    tax_documents: TaxDocumentRow;
  }
}

export interface TaxDocumentRow {
  operator_id: string;
  code: string;
  kind: "sale" | "return";
  payment_intent_id: string;
  payment_id: string;
  refund_id: string | null;
  base_minor: number;
  tax_minor: number;
  /** Day of the sale, `YYYY-MM-DD`. */
  tax_date: string;
  wanted: "committed" | "voided";
  state: "due" | "committed" | "voided";
  problem: string | null;
  tries: number;
  sent_at: Date | null;
  next_check_at: Date | null;
  /** See platform/database/machine-lease.ts. */
  lease_check_at: Date | null;
  lease_until: Date | null;
  created_at: Date;
  updated_at: Date;
}
