import type { SealedTable } from "../../platform/secrets/sealed-columns.ts";

/** This domain's tables with sealed columns. */
export const sealedTables: readonly SealedTable[] = [
  {
    table: "operators",
    key: ["operator_id"],
    columns: [{ column: "settings", sealedAs: "settings.payer.tin", path: ["payer", "sealedTin"] }],
  },
];
