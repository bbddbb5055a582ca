import { type SealedTable, sealedColumns } from "../../platform/secrets/sealed-columns.ts";

export const sealedTables: readonly SealedTable[] = [
  {
    table: "staff",
    key: ["staff_id"],
    columns: sealedColumns(
      "email_sealed",
      "name_sealed",
      "password_sealed",
      "totp_sealed",
      "totp_pending_sealed",
    ),
  },
  {
    table: "staff_passkeys",
    key: ["passkey_id"],
    columns: sealedColumns("name_sealed"),
  },
  {
    table: "staff_sessions",
    key: ["session_id"],
    columns: sealedColumns("ip_address_sealed", "user_agent_sealed"),
  },
];
