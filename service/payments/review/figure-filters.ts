/**
 * The filters behind the home page's figures. Each must select exactly what service/reporting/figures/day-sums.ts
 * counts.
 */
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { ThreeDSStep } from "#contract/console/payment-list";
import type { PaymentFilter } from "./payment-filter.ts";

type Condition = RawBuilder<SqlBool>;

const ofIntent = sql`p.operator_id = payment_intents.operator_id
  and p.payment_intent_id = payment_intents.payment_intent_id`;

const someAttempt = (condition: Condition): Condition =>
  sql<SqlBool>`exists (select 1 from payments p where ${ofIntent} and ${condition})`;

/** The attempt that decides the figures: the one that succeeded, or the newest. */
const decides = sql<SqlBool>`p.payment_id = (
  select q.payment_id from payments q where q.operator_id = payment_intents.operator_id
    and q.payment_intent_id = payment_intents.payment_intent_id
  order by q.status = 'success' desc, q.was_success desc, q.attempt desc limit 1)`;

const approved = sql<SqlBool>`(p.status = 'success' or p.was_success)`;

/** Conditions on any attempt, the deciding one, or the first. */
export function methodConditions({
  type,
  processor,
  brand,
  country,
  deciding,
}: PaymentFilter): Condition[] {
  const conditions = [
    ...(type === undefined ? [] : [sql<SqlBool>`p.type = ${type}`]),
    ...(processor === undefined ? [] : [sql<SqlBool>`p.processor = ${processor}`]),
    ...(brand === undefined
      ? []
      : [sql<SqlBool>`coalesce(p.payment_method ->> 'brand', '') = ${known(brand)}`]),
    ...(country === undefined
      ? []
      : [
          sql<SqlBool>`coalesce(p.routing ->> 'country', p.price_detail ->> 'country', '') = ${known(country)}`,
        ]),
  ];
  if (deciding === undefined) return conditions.map(someAttempt);
  const which = deciding === "first" ? sql<SqlBool>`p.attempt = 1` : decides;
  return conditions.length === 0
    ? []
    : [someAttempt(sql<SqlBool>`${which} and ${sql.join(conditions, sql` and `)}`)];
}

/** Conditions on the outcome, the first attempt, reasons and 3-D Secure. */
export function figureConditions({ outcome, first, reason, threeDS }: PaymentFilter): Condition[] {
  return [
    ...(outcome === undefined
      ? []
      : [someAttempt(sql<SqlBool>`${decides} and ${outcomes[outcome]}`)]),
    ...(first === undefined ? [] : [someAttempt(sql<SqlBool>`p.attempt = 1 and ${firsts[first]}`)]),
    ...(reason === undefined
      ? []
      : [
          someAttempt(
            sql<SqlBool>`p.status = 'failed' and p.messages -> -1 ->> 'code' = ${reason}`,
          ),
        ]),
    ...(threeDS === undefined ? [] : [someAttempt(threeDSReached[threeDS])]),
  ];
}

const outcomes: Readonly<Record<NonNullable<PaymentFilter["outcome"]>, Condition>> = {
  approved,
  declined: sql<SqlBool>`p.status = 'failed' and not p.was_success`,
  returned: sql<SqlBool>`p.status = 'failed' and p.was_success`,
  decided: sql<SqlBool>`p.status <> 'pending'`,
};

const firsts: Readonly<Record<NonNullable<PaymentFilter["first"]>, Condition>> = {
  any: sql<SqlBool>`true`,
  approved,
  declined: sql<SqlBool>`p.status = 'failed' and not p.was_success`,
  decided: sql<SqlBool>`p.status <> 'pending'`,
};

const authenticated = sql<SqlBool>`p.type = 'card' and p.three_ds is not null`;
const challenged = sql<SqlBool>`${authenticated} and coalesce((p.three_ds ->> 'challenged')::boolean, false)`;
const frictionless = sql<SqlBool>`${authenticated} and not coalesce((p.three_ds ->> 'challenged')::boolean, false)`;

const threeDSReached: Readonly<Record<ThreeDSStep, Condition>> = {
  card: sql<SqlBool>`p.type = 'card'`,
  authenticated,
  frictionless,
  frictionless_approved: sql<SqlBool>`${frictionless} and ${approved}`,
  challenged,
  challenge_passed: sql<SqlBool>`${challenged} and (${approved}
    or coalesce(p.three_ds ->> 'transStatus' in ('Y', 'A'), false))`,
  challenge_approved: sql<SqlBool>`${challenged} and ${approved}`,
};

function known(value: string): string {
  return value === "none" ? "" : value;
}
