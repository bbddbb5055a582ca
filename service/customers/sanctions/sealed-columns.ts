import { type SealedTable, sealedColumns } from "../../platform/secrets/sealed-columns.ts";

export const sealedTables: readonly SealedTable[] = [
  {
    table: "sanctions_reviews",
    key: ["operator_id", "sanctions_review_id"],
    id: ["sanctions_review_id"],
    columns: sealedColumns("evidence_sealed", "reason_sealed"),
  },
];
