declare module "../../platform/database/tables.ts" {
  interface Tables {
    payment_methods: PaymentMethodRow;
  }
}

export interface PaymentMethodRow {
  payment_method_id: string;
  operator_id: string;
  external_customer_id: string;
  payment_id: string;
  type: "card" | "bank";
  status: "wanted" | "kept" | "removed";
  shown_sealed: string | null;
  details_sealed: string | null;
  consent_sealed: string | null;
  method_index: string | null;
  consented_at: Date;
  kept_at: Date | null;
  last_used_at: Date | null;
  removed_at: Date | null;
  created_at: Date;
}
