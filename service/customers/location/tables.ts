declare module "../../platform/database/tables.ts" {
  interface Tables {
    customer_last_seen: CustomerLastSeenRow;
  }
}

/** The last address of a customer. Written only for operators with location rules. */
export interface CustomerLastSeenRow {
  operator_id: string;
  external_customer_id: string;
  ip_address_sealed: string;
  seen_at: Date;
}
