import { type SealedTable, sealedColumns } from "../../platform/secrets/sealed-columns.ts";

/** This domain's tables with sealed columns. */
export const sealedTables: readonly SealedTable[] = [
  {
    table: "ach_entries",
    key: ["ach_entry_id"],
    columns: sealedColumns("details_sealed"),
  },
];
