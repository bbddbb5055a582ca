import { type SealedTable, sealedColumns } from "../../platform/secrets/sealed-columns.ts";

export const sealedTables: readonly SealedTable[] = [
  {
    table: "bank_logins",
    key: ["bank_login_id"],
    columns: sealedColumns("verifier_sealed", "account_sealed", "authorization_sealed"),
    // The link to the customer's bank, valid for minutes.
    handedOut: ["link"],
  },
];
