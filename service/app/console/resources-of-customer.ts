import { type RawBuilder, sql } from "kysely";

/** A query for the ids of the customer's resources with events. */
export function resourcesOfCustomer(
  operatorId: string,
  externalCustomerId: string,
): RawBuilder<string> {
  const ofCustomer = sql`where operator_id = ${operatorId} and external_customer_id = ${externalCustomerId}`;
  return sql<string>`(
    select payment_intent_id from payment_intents ${ofCustomer}
    union all select refund_id from refunds ${ofCustomer}
    union all select dispute_id from disputes ${ofCustomer}
    union all select disbursement_intent_id from disbursement_intents ${ofCustomer}
    union all select kyc_verification_id from kyc_verifications ${ofCustomer}
    union all select w9_id from w9_forms ${ofCustomer}
  )`;
}
