import { type SealedTable, sealedColumns } from "../../platform/secrets/sealed-columns.ts";

export const sealedTables: readonly SealedTable[] = [
  {
    table: "payment_methods",
    key: ["payment_method_id"],
    columns: sealedColumns("shown_sealed", "details_sealed", "consent_sealed"),
  },
];
