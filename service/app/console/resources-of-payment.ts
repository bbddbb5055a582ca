import { type RawBuilder, sql } from "kysely";

/** A query for the ids with events: the intent, its refunds and disputes. */
export function resourcesOfPayment(
  operatorId: string,
  paymentIntentId: string,
): RawBuilder<string> {
  const ofIntent = sql`where operator_id = ${operatorId} and payment_intent_id = ${paymentIntentId}`;
  return sql<string>`(
    select payment_intent_id from payment_intents ${ofIntent}
    union all select refund_id from refunds ${ofIntent}
    union all select dispute_id from disputes ${ofIntent}
  )`;
}
