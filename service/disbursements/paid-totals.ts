import type { Kysely } from "kysely";
import type { TaxCategory } from "../../contract/api/disbursements.ts";
import type { Tables } from "../platform/database/tables.ts";

/** What a customer was paid in a calendar year under one category, in cents of US dollars. */
export interface PaidTotal {
  readonly externalCustomerId: string;
  readonly taxCategory: TaxCategory;
  readonly amountMinor: number;
  readonly withheldMinor: number;
}

/**
 * What arrived in a calendar year, by the day of payment in the operator's time zone; what failed, was
 * voided or came back is not among it. Payouts in other currencies are left out.
 */
export async function paidTotals(
  db: Kysely<Tables>,
  { operatorId, year }: { readonly operatorId: string; readonly year: number },
): Promise<PaidTotal[]> {
  const rows = await db
    .selectFrom("disbursement_intents")
    .select(["external_customer_id", "tax_category"])
    .select(({ fn }) => [
      fn.sum("amount_minor").as("amount"),
      fn.sum("withheld_minor").as("withheld"),
    ])
    .where("operator_id", "=", operatorId)
    .where("tax_date", ">=", `${year}-01-01`)
    .where("tax_date", "<=", `${year}-12-31`)
    .where("currency", "=", "USD")
    .where("step", "=", "success")
    .groupBy(["external_customer_id", "tax_category"])
    .orderBy("external_customer_id")
    .orderBy("tax_category")
    .execute();
  return rows.map((row) => ({
    externalCustomerId: row.external_customer_id,
    taxCategory: row.tax_category as TaxCategory,
    amountMinor: Number(row.amount),
    withheldMinor: Number(row.withheld ?? 0),
  }));
}
