/**
 * Stores what a payment costs its customer (`payment_intents.cost_minor`) where that is null: in payments from before
 * migration 0101, and in those that an older version creates while both run.
 *
 * A cost that exists is left alone. New attempts store their total themselves, and the trigger `keep_payment_cost`
 * does it for older versions. So a batch that runs beside a new attempt cannot store an old total.
 */
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import type { Database } from "../../platform/database/database.ts";

/** Payments of one statement. */
const costsAtOnce = 500;
/** Between batches, so that filling a large table leaves the store to payments. */
const pauseMs = 100;

/** What a row of `payment_intents` costs: stored, or computed if nothing is stored yet. */
export const costMinor = sql<number>`coalesce(payment_intents.cost_minor, (
  select p.total_minor from payments p
  where p.operator_id = payment_intents.operator_id
    and p.payment_intent_id = payment_intents.payment_intent_id
  order by p.attempt desc limit 1), payment_intents.amount_minor)`;

/** Fills one batch of one operator, and rests. Returns "more" if there may be others. */
export async function fillCosts(
  { database }: { readonly database: Database },
  signal: AbortSignal,
  atOnce = costsAtOnce,
): Promise<"more" | undefined> {
  // Reads one index entry for each operator, also if the planner's statistics are old.
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
  // All that are left are being changed, and their changes store the cost.
  if (!numAffectedRows) return undefined;
  await pause(pauseMs, undefined, { signal }).catch(() => undefined);
  return "more";
}
