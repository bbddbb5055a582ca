/**
 * The sums of a range of time, straight from payments, refunds and disputes. The job stores them by day; the console
 * computes today's with the same statement, so both always mean the same.
 *
 * - A payment is a payment intent with at least one attempt, at the time of the intent's creation. Its successful or
 *   else newest attempt decides its dimensions.
 * - `succeeded`: the money is (still) ours. `approved`: it succeeded, even if a bank returned the debit later.
 *   `decided`: no longer pending. `first_…`: the first attempt alone.
 * - `volume_minor` includes fees and tax; `fees_minor` and `tax_minor` are its parts.
 * - `reason`: payments with an attempt that failed for this reason, each payment once.
 * - `three_ds`: payments by card, once in each step of 3-D Secure that an attempt reached.
 * - `refund`: refunds that did not fail and were not canceled, by creation time. `volume_minor`: what customers get
 *   back.
 * - `dispute`: disputes without inquiries, by opening time and outcome: `open`, `won` or `lost`. `volume_minor`: the
 *   disputed amounts.
 */
import { firstIdAt } from "#contract/ids";
import type { Statement } from "../../platform/database/database.ts";

/** Each payment has exactly one value of each dimension. */
export const paymentDimensions = ["type", "processor", "brand", "country"] as const;
export type PaymentDimension = (typeof paymentDimensions)[number];

/** The sums of one currency and one value of a dimension. */
export interface Sums {
  readonly payments: number;
  readonly succeeded: number;
  readonly approved: number;
  readonly decided: number;
  readonly firstApproved: number;
  readonly firstDecided: number;
  readonly volumeMinor: number;
  readonly feesMinor: number;
  readonly taxMinor: number;
}

export interface SumsRow {
  dimension: string;
  currency: string;
  value: string;
  payments: number;
  succeeded: number;
  approved: number;
  decided: number;
  first_approved: number;
  first_decided: number;
  volume_minor: number;
  fees_minor: number;
  tax_minor: number;
}

const measures = `payments, succeeded, approved, decided, first_approved, first_decided,
  volume_minor, fees_minor, tax_minor`;

/**
 * `$1` operator; `$2` and `$3` the first ids of intents in the range and after it, with a margin; `$4` and `$5` the
 * range; `$6` and `$7` as `$2` and `$3` for refunds.
 */
const sums = `with intents as (
  select i.payment_intent_id, i.currency from payment_intents i
  where i.operator_id = $1::text
    and i.payment_intent_id >= $2::text and i.payment_intent_id < $3::text
    -- Nearly all rows with these ids are in the range. Without coalesce, the planner would multiply both shares,
    -- expect a tenth of the rows, and look up each payment separately. With coalesce it assumes half.
    and coalesce(i.created_at >= $4::timestamptz and i.created_at < $5::timestamptz, false)
), rows as (
  select i.currency, p.payment_intent_id, p.attempt, p.type, p.processor, p.status,
    coalesce(p.payment_method ->> 'brand', '') as brand,
    coalesce(p.routing ->> 'country', p.price_detail ->> 'country', '') as country,
    p.status = 'success' or p.was_success as approved,
    p.total_minor, p.fees_minor, p.tax_minor,
    p.messages -> -1 ->> 'code' as reason,
    p.type = 'card' as by_card, p.type = 'card' and p.three_ds is not null as authenticated,
    coalesce((p.three_ds ->> 'challenged')::boolean, false) as challenged,
    p.status = 'success' or p.was_success
      or coalesce(p.three_ds ->> 'transStatus' in ('Y', 'A'), false) as passed
  from intents i
  join payments p on p.payment_intent_id = i.payment_intent_id and p.operator_id = $1::text
    and p.payment_intent_id >= $2::text and p.payment_intent_id < $3::text
  -- Keeps the sort below from carrying whole payments.
  offset 0
), attempts as materialized (
  select currency, payment_intent_id, attempt, type, processor, status, brand, country, approved,
    total_minor, fees_minor, tax_minor, reason, by_card, authenticated, challenged, passed,
    row_number() over (partition by payment_intent_id
      order by status = 'success' desc, approved desc, attempt desc) = 1 as decides
  from rows
), combinations as (
  select currency, type, processor, brand, country,
    count(*) filter (where decides) as payments,
    count(*) filter (where decides and status = 'success') as succeeded,
    count(*) filter (where decides and approved) as approved,
    count(*) filter (where decides and status <> 'pending') as decided,
    count(*) filter (where attempt = 1 and approved) as first_approved,
    count(*) filter (where attempt = 1 and status <> 'pending') as first_decided,
    coalesce(sum(total_minor) filter (where decides and status = 'success'), 0) as volume_minor,
    coalesce(sum(fees_minor) filter (where decides and status = 'success'), 0) as fees_minor,
    coalesce(sum(tax_minor) filter (where decides and status = 'success'), 0) as tax_minor
  from attempts group by currency, type, processor, brand, country
), cards as (
  select currency, bool_or(authenticated) as authenticated,
    bool_or(authenticated and not challenged) as frictionless,
    bool_or(authenticated and not challenged and approved) as frictionless_approved,
    bool_or(authenticated and challenged) as challenged,
    bool_or(authenticated and challenged and passed) as challenge_passed,
    bool_or(authenticated and challenged and approved) as challenge_approved
  from attempts where by_card group by currency, payment_intent_id
), funnels as (
  select currency, count(*) as card, count(*) filter (where authenticated) as authenticated,
    count(*) filter (where frictionless) as frictionless,
    count(*) filter (where frictionless_approved) as frictionless_approved,
    count(*) filter (where challenged) as challenged,
    count(*) filter (where challenge_passed) as challenge_passed,
    count(*) filter (where challenge_approved) as challenge_approved
  from cards group by currency
), found as (
  select d.dimension, c.currency, d.value, sum(payments)::bigint as payments,
    sum(succeeded)::bigint as succeeded, sum(approved)::bigint as approved,
    sum(decided)::bigint as decided, sum(first_approved)::bigint as first_approved,
    sum(first_decided)::bigint as first_decided, sum(volume_minor)::bigint as volume_minor,
    sum(fees_minor)::bigint as fees_minor, sum(tax_minor)::bigint as tax_minor
  from combinations c cross join lateral (values ('total', ''), ('type', type),
    ('processor', processor), ('brand', brand), ('country', country)) d (dimension, value)
  group by d.dimension, c.currency, d.value
  union all
  select 'created', currency, '', count(*), 0, 0, 0, 0, 0, 0, 0, 0 from intents group by currency
  union all
  select 'reason', currency, reason, count(distinct payment_intent_id), 0, 0, 0, 0, 0, 0, 0, 0
  from attempts where status = 'failed' and reason is not null group by currency, reason
  union all
  select 'three_ds', currency, step, reached, 0, 0, 0, 0, 0, 0, 0, 0
  from funnels cross join lateral (values ('card', card), ('authenticated', authenticated),
    ('frictionless', frictionless), ('frictionless_approved', frictionless_approved),
    ('challenged', challenged), ('challenge_passed', challenge_passed),
    ('challenge_approved', challenge_approved)) steps (step, reached)
  union all
  select 'refund', r.currency, coalesce(r.reason, ''), count(*), 0, 0, 0, 0, 0,
    sum(r.base_minor + r.fees_minor + r.tax_minor)::bigint,
    sum(r.fees_minor)::bigint, sum(r.tax_minor)::bigint
  from refunds r
  where r.operator_id = $1::text and r.refund_id >= $6::text and r.refund_id < $7::text
    and r.created_at >= $4::timestamptz and r.created_at < $5::timestamptz
    and r.step not in ('failed', 'canceled')
  group by r.currency, coalesce(r.reason, '')
  union all
  select 'dispute', currency, outcome, count(*), 0, 0, 0, 0, 0, sum(amount_minor)::bigint, 0, 0
  from (
    select d.currency, d.amount_minor,
      case when d.status in ('needs-response', 'under-review') then 'open'
        when d.status = 'won' then 'won' else 'lost' end as outcome
    from disputes d
    where d.operator_id = $1::text and d.stage <> 'inquiry'
      and d.opened_at >= $4::timestamptz and d.opened_at < $5::timestamptz
  ) as received
  group by currency, outcome
)`;

export const sumRange: Statement = {
  name: "figures.sum_range",
  text: `${sums} select dimension, currency, value, ${measures} from found`,
};

/** Stores a span's sums. The caller has deleted earlier ones. `$8`: the span's key. */
export const storeSpan: Statement = {
  name: "figures.store_span",
  text: `${sums} insert into daily_figures
    (operator_id, day, dimension, currency, value, ${measures})
  select $1::text, $8::text, dimension, currency, value, ${measures} from found`,
};

/** An id is made moments before or after its row, and clocks differ. Ids find the rows; their times decide. */
const idMarginMs = 10 * 60_000;

/** Times are in milliseconds since the epoch. */
export function rangeParameters(operatorId: string, fromMs: number, toMs: number): unknown[] {
  const from = fromMs - idMarginMs;
  const to = toMs + idMarginMs;
  return [
    operatorId,
    firstIdAt("paymentIntent", from),
    firstIdAt("paymentIntent", to),
    new Date(fromMs),
    new Date(toMs),
    firstIdAt("refund", from),
    firstIdAt("refund", to),
  ];
}

export function toSums(row: SumsRow): Sums {
  return {
    payments: row.payments,
    succeeded: row.succeeded,
    approved: row.approved,
    decided: row.decided,
    firstApproved: row.first_approved,
    firstDecided: row.first_decided,
    volumeMinor: row.volume_minor,
    feesMinor: row.fees_minor,
    taxMinor: row.tax_minor,
  };
}

export const noSums: Sums = {
  payments: 0,
  succeeded: 0,
  approved: 0,
  decided: 0,
  firstApproved: 0,
  firstDecided: 0,
  volumeMinor: 0,
  feesMinor: 0,
  taxMinor: 0,
};

/** Adds the sums of one currency. */
export function addSums(one: Sums, other: Sums): Sums {
  return {
    payments: one.payments + other.payments,
    succeeded: one.succeeded + other.succeeded,
    approved: one.approved + other.approved,
    decided: one.decided + other.decided,
    firstApproved: one.firstApproved + other.firstApproved,
    firstDecided: one.firstDecided + other.firstDecided,
    volumeMinor: one.volumeMinor + other.volumeMinor,
    feesMinor: one.feesMinor + other.feesMinor,
    taxMinor: one.taxMinor + other.taxMinor,
  };
}
