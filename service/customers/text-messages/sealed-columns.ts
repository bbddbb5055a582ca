import { type SealedTable, sealedColumns } from "../../platform/secrets/sealed-columns.ts";

export const sealedTables: readonly SealedTable[] = [
  {
    table: "sms_verifications",
    key: ["sms_verification_id"],
    columns: sealedColumns("phone_number_sealed"),
  },
  {
    table: "sms_notices",
    key: ["sms_notice_id"],
    columns: sealedColumns("phone_number_sealed"),
  },
];
