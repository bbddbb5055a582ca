/**
 * Fills `payment_intents.cost_minor` where it is null: in payments from before migration 0101, and in those that an
 * older version creates while both run.
 *
 * New attempts store their total, and the trigger `keep_payment_cost` does it for older versions. So a batch that runs
 * at the same time as a new attempt cannot store an old total.
 */
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import type { Database } from "../../platform/database/database.ts";

const costsAtOnce = 500;
/** Pauses between batches leave the store to payments. */
const pauseMs = 100;

/** The cost of a row, computed if nothing is stored yet. */
export const costMinor = sql<number>`coalesce(payment_intents.cost_minor, (
  select p.total_minor from payments p
  where p.operator_id = payment_intents.operator_id
    and p.payment_intent_id = payment_intents.payment_intent_id
  order by p.attempt desc limit 1), payment_intents.amount_minor)`;

/** Fills one batch of one operator, then pauses. "more" if there may be others. */
export async function fillCosts(
  { database }: { readonly database: Database },
  signal: AbortSignal,
  atOnce = costsAtOnce,
): Promise<"more" | undefined> {
  // One index entry for each operator, even with old planner statistics.
  const { rows } = await sql<{ operator_id: string }>`
    select o.operator_id from operators o
    cross join lateral (select 1 from payment_intents i
      where i.operator_id = o.operator_id and i.cost_minor is null limit 1) found
    limit 1`.execute(database.kysely);
  const [operator] = rows;
  if (!operator) return undefined;
  const { numAffectedRows } = await sql`
    with missing as (
      select payment_intent_id from payment_intents
      where operator_id = ${operator.operator_id} and cost_minor is null
      limit ${atOnce} for no key update skip locked)
    update payment_intents set cost_minor = ${costMinor}
    where operator_id = ${operator.operator_id} and cost_minor is null
      and payment_intent_id in (select payment_intent_id from missing)`.execute(database.kysely);
  // The remaining rows are being changed, which stores their cost.
  if (!numAffectedRows) return undefined;
  await pause(pauseMs, undefined, { signal }).catch(() => undefined);
  return "more";
}
