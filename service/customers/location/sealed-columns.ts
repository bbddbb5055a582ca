import type { SealedTable } from "../../platform/secrets/sealed-columns.ts";

export const sealedTables: readonly SealedTable[] = [
  {
    table: "customer_last_seen",
    key: ["operator_id", "external_customer_id"],
    id: ["external_customer_id"],
    columns: [{ column: "ip_address_sealed", sealedAs: "ip_address" }],
  },
];
