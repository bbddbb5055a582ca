import { type SealedTable, sealedColumns } from "../../platform/secrets/sealed-columns.ts";

export const sealedTables: readonly SealedTable[] = [
  {
    table: "w9_forms",
    key: ["w9_id"],
    columns: sealedColumns("draft_sealed", "form_sealed", "tin_sealed"),
  },
  {
    table: "w9_access_log",
    key: ["access_id"],
    id: ["w9_id"],
    columns: sealedColumns("ip_address_sealed", "user_agent_sealed"),
  },
];
