import type { Kysely } from "kysely";
import type { TaxCategory } from "#contract/api/disbursements";
import type { Tables } from "../platform/database/tables.ts";
import { countedSteps } from "./states/payout-steps.ts";

/** Whose total, of which calendar year. */
export interface YearToDateQuery {
  readonly operatorId: string;
  readonly externalCustomerId: string;
  readonly year: number;
  /** Only these categories; all when left out. */
  readonly taxCategories?: readonly TaxCategory[];
  /** An intent that is not counted. */
  readonly except?: string;
}

/**
 * A customer's disbursements of a calendar year: submitted minus failed, voided and refunded, in US
 * cents, by the day of payment in the operator's time zone (by the day of submission until then).
 * Payouts in other currencies are not counted: there is no rate to count them by.
 *
 * Summed each time and held nowhere, so that it can't drift. In a transaction that holds the customer
 * (`lockCustomer`) it is exact: payouts are submitted and decided only under that lock.
 */
export async function yearToDateMinor(db: Kysely<Tables>, query: YearToDateQuery): Promise<number> {
  const { operatorId, externalCustomerId, year, taxCategories, except } = query;
  let counted = db
    .selectFrom("disbursement_intents")
    .select((select) => select.fn.coalesce(select.fn.sum("amount_minor"), select.lit(0)).as("sum"))
    .where("operator_id", "=", operatorId)
    .where("external_customer_id", "=", externalCustomerId)
    .where("disbursement_id", "is not", null)
    .where("tax_date", ">=", `${year}-01-01`)
    .where("tax_date", "<=", `${year}-12-31`)
    .where("currency", "=", "USD")
    .where("step", "in", [...countedSteps]);
  if (taxCategories) counted = counted.where("tax_category", "in", [...taxCategories]);
  if (except !== undefined) counted = counted.where("disbursement_intent_id", "!=", except);
  const { sum } = await counted.executeTakeFirstOrThrow();
  return Number(sum);
}
