import { type SealedTable, sealedColumns } from "../../platform/secrets/sealed-columns.ts";

export const sealedTables: readonly SealedTable[] = [
  {
    table: "customers",
    key: ["customer_id"],
    columns: sealedColumns(
      "email_sealed",
      "first_name_sealed",
      "middle_name_sealed",
      "last_name_sealed",
      "suffix_sealed",
      "date_of_birth_sealed",
      "phone_number_sealed",
      "address_sealed",
    ),
  },
];
