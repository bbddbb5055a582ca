import { type SealedTable, sealedColumns } from "../platform/secrets/sealed-columns.ts";

export const sealedTables: readonly SealedTable[] = [
  {
    table: "webhook_endpoints",
    key: ["webhook_id"],
    columns: sealedColumns("secret_sealed", "previous_secret_sealed"),
  },
  {
    table: "events",
    key: ["event_id"],
    columns: sealedColumns("body_sealed"),
  },
  {
    table: "webhook_attempts",
    key: ["event_id", "webhook_id", "attempt"],
    operatorIn: { table: "webhook_endpoints", by: "webhook_id" },
    columns: sealedColumns("answer_sealed"),
  },
];
