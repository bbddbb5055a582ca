import { booksTables } from "./personal-data/books-tables.ts";
import { customerTables } from "./personal-data/customer-tables.ts";
import { paymentTables } from "./personal-data/payment-tables.ts";
import { payoutTables } from "./personal-data/payout-tables.ts";
import { railTables } from "./personal-data/rail-tables.ts";
import { serviceTables } from "./personal-data/service-tables.ts";
import type { TableDataByName } from "./personal-data/table-data.ts";

/**
 * What an erasure and an export do with every column. Tests compare it with the schema and an export: add each new
 * column to its table's file, and erase a personal one in erase-rows.ts.
 */
export const personalData: TableDataByName = {
  ...customerTables,
  ...paymentTables,
  ...railTables,
  ...payoutTables,
  ...booksTables,
  ...serviceTables,
};
