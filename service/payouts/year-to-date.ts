import type { Kysely } from "kysely";
import type { TaxCategory } from "#contract/api/disbursements";
import type { Tables } from "../platform/database/tables.ts";
import { countedSteps } from "./states/payout-steps.ts";

/** The customer and calendar year of a total. */
export interface YearToDateQuery {
  readonly operatorId: string;
  readonly externalCustomerId: string;
  readonly year: number;
  /** Only these categories; all if left out. */
  readonly taxCategories?: readonly TaxCategory[];
  /** An intent to leave out. */
  readonly except?: string;
}

/**
 * A customer's disbursements in a calendar year, in US cents: submitted minus failed, voided and
 * refunded. Each counts on its day of payment in the operator's time zone, or on its day of
 * submission until then. Payouts in other currencies do not count, because there is no exchange
 * rate.
 *
 * The sum is computed each time and not stored, so it cannot drift. It is exact in a transaction
 * that holds the customer (`lockCustomer`): payouts are submitted and decided only under that lock.
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
