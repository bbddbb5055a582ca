import type { SealedTable } from "../../platform/secrets/sealed-columns.ts";

export const sealedTables: readonly SealedTable[] = [
  {
    table: "operators",
    key: ["operator_id"],
    columns: [{ column: "settings", sealedAs: "settings.payer.tin", path: ["payer", "sealedTin"] }],
  },
];
