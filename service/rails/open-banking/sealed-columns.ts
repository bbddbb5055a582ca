import { type SealedTable, sealedColumns } from "../../platform/secrets/sealed-columns.ts";

export const sealedTables: readonly SealedTable[] = [
  {
    table: "bank_payments",
    key: ["payment_id"],
    columns: sealedColumns("return_url_sealed", "verifier_sealed", "token_sealed"),
    // The link to the customer's bank, valid for minutes.
    handedOut: ["link"],
  },
  {
    table: "bank_payment_grants",
    key: ["payment_id", "reference_hash"],
    columns: sealedColumns("grant_sealed"),
  },
];
