declare module "../../platform/database/tables.ts" {
  interface Tables {
    payment_deliveries: PaymentDeliveryRow;
  }
}

/** A delivery, written through delivery-store.ts. */
export interface PaymentDeliveryRow {
  operator_id: string;
  payment_intent_id: string;
  delivery_sealed: string;
  created_at: Date;
  updated_at: Date;
}
