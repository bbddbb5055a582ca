import { type SealedTable, sealedColumns } from "../platform/secrets/sealed-columns.ts";

export const sealedTables: readonly SealedTable[] = [
  {
    table: "disbursement_intents",
    key: ["disbursement_intent_id"],
    columns: sealedColumns("shown_sealed", "destination_sealed"),
  },
  {
    table: "disbursement_history",
    key: ["disbursement_intent_id", "version"],
    columns: sealedColumns("reason_sealed"),
  },
  {
    table: "payout_methods",
    key: ["payout_method_id"],
    columns: sealedColumns("shown_sealed", "destination_sealed"),
  },
  {
    table: "payout_consents",
    key: ["consent_id"],
    columns: sealedColumns("details_sealed"),
  },
];
