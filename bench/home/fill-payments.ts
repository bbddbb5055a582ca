import type pg from "pg";

/** Ids as contract/ids.ts makes them: nine characters of time, then others. */
const idFunction = `create function bench_id(prefix text, at timestamptz, number bigint) returns text
language plpgsql immutable as $$
declare
  letters constant text := '23456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
  rest bigint := (extract(epoch from at) * 1000)::bigint;
  id text := '';
begin
  for place in 1..9 loop
    id := substr(letters, (rest % 57)::int + 1, 1) || id;
    rest := rest / 57;
  end loop;
  return prefix || '_' || id || substr(translate(md5(number::text), '01', 'zy'), 1, 15);
end $$`;

/**
 * Parameters: `$1` operator, `$2` end of the period, `$3` payments, `$4` hours, `$5` prefix of the operator's ids.
 * Amounts and outcomes depend on the payment's number.
 */
const intents = `insert into payment_intents
  select bench_id('pi', at, n), $1, $5::text || n, 'ada', 1000 + n % 9000,
    case when n % 20 = 0 then 'EUR' else 'USD' end, null, '{}', '[]', 'Bench', 'hash',
    case when n % 10 < 8 then 'success' else 'failed' end, 3, at, at, at + interval '2 hours', 1000 + n % 9000
  from (select n, $2::timestamptz - (n::float8 / $3::bigint) * make_interval(hours => $4::int) as at
    from generate_series(1, $3::bigint) n) numbers`;

const payments = `insert into payments (payment_id, payment_intent_id, operator_id, attempt, step,
    status, was_success, type, fees_minor, tax_minor, total_minor, messages, payment_method,
    three_ds, three_ds_server_trans_id, details_sealed, processor, charge_number, charge_id,
    reversal, next_check_at, checks, created_at, updated_at, price_detail, detail, routing)
  select bench_id('pay', i.created_at, n * 4 + attempt), i.payment_intent_id, $1, attempt,
    outcome, outcome, false, kind, 0, 0, i.amount_minor,
    case when outcome = 'failed' then jsonb_build_array(jsonb_build_object('code',
      (array['insufficient_funds', 'do_not_honor', 'stolen_card', 'expired_card'])[1 + n % 4]))
      else '[]' end,
    case when kind = 'card' then jsonb_build_object('brand',
      (array['visa', 'mastercard', 'amex', 'discover'])[1 + n % 4], 'last4', '4242', 'expiryMonth', 12,
      'expiryYear', 2030) end,
    case when kind = 'card' and n % 3 = 0 then jsonb_build_object('transStatus', 'Y',
      'version', '2.2.0', 'eci', null, 'challenged', n % 6 = 0) end,
    null, null, (array['northbank', 'southbank'])[1 + n % 2], 1, null, null, null, 0,
    i.created_at, i.created_at,
    jsonb_build_object('country', (array['US', 'CA', 'MX', 'GB', 'DE', 'FR'])[1 + n % 6]),
    '{}', null
  from (select *, substr(external_payment_intent_id, length($2) + 1)::bigint as n from payment_intents
    where operator_id = $1 and starts_with(external_payment_intent_id, $2)) i
  cross join lateral (select case when n % 8 = 0 then 'pay_by_bank' else 'card' end as kind) k
  cross join lateral generate_series(1, case when n % 10 = 7 then 2 else 1 end) attempt
  cross join lateral (select case when i.status = 'success' and (n % 10 <> 7 or attempt = 2)
    then 'success' else 'failed' end as outcome) o`;

const refunds = `insert into refunds (operator_id, refund_id, external_refund_id, payment_intent_id,
    payment_id, external_customer_id, step, kind, base_minor, fees_minor, tax_minor, currency,
    reason, requested_by, processor, version, created_at, updated_at)
  select $1, bench_id('ref', i.created_at + interval '1 day', n), $2::text || n,
    i.payment_intent_id, p.payment_id, 'ada', 'success', 'refund', 100, 0, 0, i.currency,
    'duplicate', '{}', p.processor, 3, i.created_at + interval '1 day',
    i.created_at + interval '1 day'
  from (select *, substr(external_payment_intent_id, length($2) + 1)::bigint as n from payment_intents
    where operator_id = $1 and starts_with(external_payment_intent_id, $2)) i
  join payments p on p.payment_intent_id = i.payment_intent_id and p.status = 'success'
  where n % 50 = 1`;

/** Parameters: `$1` operator, `$2` end of the period, `$3` hours. */
const marks = `insert into figure_changes (operator_id, at)
  select $1, at from generate_series($2::timestamptz - make_interval(hours => $3::int), $2, '1 hour') at`;

/**
 * Fills a migrated store with payments of one operator, spread evenly over the hours, and updates the planner's
 * statistics. The ids start with `name`, so it must differ in each call.
 */
export async function fillPayments(
  client: pg.Client,
  filling: { operatorId: string; until: Date; payments: number; hours: number; name: string },
): Promise<void> {
  const { operatorId, until, payments: count, hours, name } = filling;
  await client.query(idFunction);
  await client.query(intents, [operatorId, until, count, hours, `${name}-`]);
  await client.query(payments, [operatorId, `${name}-`]);
  await client.query(refunds, [operatorId, `${name}-`]);
  // The service sums a complete day again only if a change to that day is recorded.
  await client.query(marks, [operatorId, until, hours]);
  await client.query("drop function bench_id");
  await client.query("vacuum analyze");
}
