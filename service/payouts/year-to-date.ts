import { type Kysely, sql } from "kysely";
import type { TaxCategory } from "#contract/api/disbursements";
import type { Tables } from "../platform/database/tables.ts";
import type { PayoutRecord } from "./records.ts";
import { countedSteps } from "./states/payout-steps.ts";

export interface YearToDateQuery {
  readonly operatorId: string;
  readonly externalCustomerId: string;
  readonly year: number;
  /** Default: all categories. */
  readonly taxCategories?: readonly TaxCategory[];
}

/**
 * A customer's disbursements in a calendar year, in US cents: submitted minus failed, voided and refunded. Each counts
 * on its day of payment in the operator's time zone, or on its day of submission until then. Other currencies do not
 * count, because there is no exchange rate.
 *
 * Computed each time, so it cannot drift. Exact in a transaction that holds the customer (`lockCustomer`): payouts are
 * submitted and decided only under that lock.
 */
export async function yearToDateMinor(db: Kysely<Tables>, query: YearToDateQuery): Promise<number> {
  let counted = countedPayouts(db, query)
    .select((select) =>
      select.fn.coalesce(select.fn.sum("d.amount_minor"), select.lit(0)).as("sum"),
    )
    .where("d.external_customer_id", "=", query.externalCustomerId);
  if (query.taxCategories) {
    counted = counted.where("d.tax_category", "in", [...query.taxCategories]);
  }
  const { sum } = await counted.executeTakeFirstOrThrow();
  return Number(sum);
}

/**
 * Sums the other payouts of each payout's customer in the year, by intent id, in one statement. Counts like
 * {@link yearToDateMinor}. The intents need not be stored yet.
 */
export async function otherPayoutsMinor(
  db: Kysely<Tables>,
  query: Pick<YearToDateQuery, "operatorId" | "year">,
  payouts: readonly Pick<PayoutRecord, "disbursementIntentId" | "externalCustomerId">[],
): Promise<Map<string, number>> {
  if (payouts.length === 0) return new Map();
  const pairs = payouts.map(
    ({ disbursementIntentId, externalCustomerId }) =>
      sql`(${disbursementIntentId}, ${externalCustomerId})`,
  );
  const rows = await countedPayouts(db, query)
    .innerJoin(
      sql<{ intent_id: string; customer_id: string }>`(values ${sql.join(pairs)})`.as<"p">(
        sql`p(intent_id, customer_id)`,
      ),
      "p.customer_id",
      "d.external_customer_id",
    )
    .whereRef("d.disbursement_intent_id", "!=", "p.intent_id")
    .groupBy("p.intent_id")
    .select((select) => ["p.intent_id as id", select.fn.sum("d.amount_minor").as("sum")])
    .execute();
  const found = new Map(rows.map(({ id, sum }) => [id, Number(sum)]));
  return new Map(payouts.map(({ disbursementIntentId: id }) => [id, found.get(id) ?? 0]));
}

/** The payouts that count, in US dollars. */
function countedPayouts(
  db: Kysely<Tables>,
  { operatorId, year }: Pick<YearToDateQuery, "operatorId" | "year">,
) {
  return db
    .selectFrom("disbursement_intents as d")
    .where("d.operator_id", "=", operatorId)
    .where("d.disbursement_id", "is not", null)
    .where("d.tax_date", ">=", `${year}-01-01`)
    .where("d.tax_date", "<=", `${year}-12-31`)
    .where("d.currency", "=", "USD")
    .where("d.step", "in", [...countedSteps]);
}
