import type pg from "pg";

/** Parameters: `$1` operator, `$2` count. Amounts depend on the number as in generate-reports.ts. */
const insertIntents = `insert into payment_intents (payment_intent_id, operator_id,
    external_payment_intent_id, external_customer_id, amount_minor, currency, description,
    custom_data, payment_method_types, payment_descriptor, secret_hash, status, version, created_at,
    updated_at, expires_at, cost_minor)
  select 'pi_bench' || n, $1, 'bench-' || n, 'ada', 1000 + n % 9000, 'USD', null, '{}', '[]',
    'Bench', 'hash', 'success', 3, at, at, at + interval '2 hours', 1000 + n % 9000
  from generate_series(1, $2::bigint) n,
    lateral (select now() - interval '3 hours' - n * interval '1 millisecond' as at) times`;

/** Parameters: `$1` operator, `$2` processor. */
const insertPayments = `insert into payments (payment_id, payment_intent_id, operator_id, attempt, step,
    status, was_success, type, fees_minor, tax_minor, total_minor, messages, payment_method,
    three_ds, three_ds_server_trans_id, details_sealed, processor, charge_number, charge_id,
    reversal, next_check_at, checks, created_at, updated_at, price_detail, detail, routing)
  select 'pay_bench' || n, payment_intent_id, $1, 1, 'success', 'success', false, 'card', 0, 0,
    amount_minor, '[]', jsonb_build_object('brand', 'visa', 'last4', '4242', 'expiryMonth', 12,
      'expiryYear', 2030), null, null, null, $2, 1, 'ch_' || n, null, null, 0, created_at,
    created_at, '{}', '{}', null
  from (select *, substr(external_payment_intent_id, 7) as n from payment_intents
    where operator_id = $1 and starts_with(external_payment_intent_id, 'bench-')) i`;

/** Inserts the operator's charges `ch_1` to `ch_<count>` and updates the planner's statistics. */
export async function fillCharges(
  client: pg.Client,
  { operatorId, processor, count }: { operatorId: string; processor: string; count: number },
): Promise<void> {
  await client.query(insertIntents, [operatorId, count]);
  await client.query(insertPayments, [operatorId, processor]);
  await client.query("vacuum analyze payment_intents");
  await client.query("vacuum analyze payments");
}
