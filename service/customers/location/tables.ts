/** Row types of this domain's tables; see platform/database/tables.ts. */
declare module "../../platform/database/tables.ts" {
  interface Tables {
    customer_last_seen: CustomerLastSeenRow;
  }
}

/** The last IP address of each customer, for operators with location rules. See service/customers/location. */
export interface CustomerLastSeenRow {
  operator_id: string;
  external_customer_id: string;
  ip_address_sealed: string;
  seen_at: Date;
}
