import { type SealedTable, sealedColumns } from "../../platform/secrets/sealed-columns.ts";

export const sealedTables: readonly SealedTable[] = [
  {
    table: "ach_entries",
    key: ["ach_entry_id"],
    columns: sealedColumns("details_sealed"),
  },
];
