import { eventCtes, eventParameterCount } from "../../events/index.ts";
import type { Statement } from "../../platform/database/database.ts";
import {
  answeredCte,
  type FinishParameters,
  finishCte,
  leaseCte,
} from "../../platform/http/idempotency-statements.ts";
import type { IntentChange } from "../attempt-changes.ts";
import {
  assignments,
  changingColumns,
  fixedColumns,
  intentColumns,
  names,
  placeholders,
  values,
} from "./columns.ts";

/*
 * The prepared statements of payments. Each write is one statement that commits by itself: the
 * intent's row with its version condition, the attempt, the event with its deliveries and the
 * idempotency key, all or nothing. A write that was decided from an older version changes no row and
 * gives none back.
 */

/**
 * What an intent is read with, from `payment_intents i`. It names each column: with `i.*`, a column that a
 * migration adds would break the statement on every connection that prepared it before.
 */
export const intentWithAttempts = `${intentColumns.map(({ name }) => `i.${name}`).join(", ")}, coalesce((
    select jsonb_agg(to_jsonb(p) order by p.attempt) from payments p
    where p.payment_intent_id = i.payment_intent_id
  ), '[]'::jsonb) as attempts`;

/** Reads an intent with its attempts. `$1` its id. */
export const readIntent: Statement = {
  name: "payments.read_intent",
  text: `select ${intentWithAttempts}
  from payment_intents i where i.payment_intent_id = $1`,
};

/** A page of an operator's intents, newest first. `$1` operator, `$2` most, `$3` to pass over. */
export const listIntents: Statement = {
  name: "payments.list_intents",
  text: `select ${intentWithAttempts}
  from payment_intents i where i.operator_id = $1
  order by i.payment_intent_id desc limit $2 offset $3`,
};

/** How many intents an operator has; see platform/database/row-count.ts. */
export const countIntents: Statement = {
  name: "payments.count_intents",
  text: `select count(*) as total, count(*) filter (where payment_intent_id < $3) as settled
  from payment_intents where operator_id = $1 and payment_intent_id >= $2`,
};

/** Which attempt an authentication belongs to. `$1` threeDSServerTransID. */
export const findByThreeDS: Statement = {
  name: "payments.find_by_three_ds",
  text: "select payment_intent_id, payment_id from payments where three_ds_server_trans_id = $1",
};

/** Where a payment belongs. `$1` its id. */
export const findByPayment: Statement = {
  name: "payments.find_by_payment",
  text: "select payment_intent_id, operator_id from payments where payment_id = $1",
};

/** Intents whose window closed with nothing attempted. `$1` now, `$2` most. */
export const findExpired: Statement = {
  name: "payments.find_expired",
  text: `select payment_intent_id, operator_id from payment_intents
  where status = 'no-payment' and expires_at <= $1 order by expires_at limit $2`,
};

/**
 * Takes attempts that are due for the recovery job, and puts them off until `$2`, so that no other
 * process takes them meanwhile. `$1` now, `$3` most.
 */
export const claimDue: Statement = {
  name: "payments.claim_due",
  text: `update payments set next_check_at = $2 where payment_id in (
    select payment_id from payments where next_check_at <= $1
    order by next_check_at limit $3 for update skip locked
  ) returning payment_id, payment_intent_id, operator_id`,
};

/**
 * Makes attempts due at `$1` whose next check is one of `$2`: the times that one claim or request wrote, so
 * that no other's hold is given up. `$3` their ids, or null for all.
 */
export const release: Statement = {
  name: "payments.release",
  text: `update payments set next_check_at = $1::timestamptz
  where next_check_at = any ($2::timestamptz[])
    and ($3::text[] is null or payment_id = any ($3::text[]))`,
};

/**
 * A new intent with its event, if the operator has its customer; no row if not. Unique violation
 * `payment_intents_external_id` if the operator used its id before. Parameters: the intent's columns,
 * the event, the idempotency key with its answer.
 */
export const insertIntent: Statement = {
  name: "payments.insert_intent",
  text: `with intent as (
    insert into payment_intents (${names(intentColumns)})
    select ${placeholders(intentColumns, 1)}
    from customers
    where operator_id = $2::text and external_customer_id = $4::text and erased_at is null
    returning payment_intent_id
  ), ${eventCtes({ name: "event", from: "intent", parameter: intentColumns.length + 1 })},
  ${answeredCte(intentColumns.length + eventParameterCount + 1, "intent")}
  select payment_intent_id from intent`,
};

/** `$1` id, `$2` the version it was decided from, `$3` status, `$4` time. */
const updateIntentCte = `intent as (
  update payment_intents set status = $3::text, version = version + 1, updated_at = $4::timestamptz
  where payment_intent_id = $1::text and version = $2::integer
  returning payment_intent_id, operator_id
)`;
const attemptFrom = 5;
const newColumns = [...changingColumns, ...fixedColumns];

const insertAttemptCte = `attempt as (
  insert into payments (payment_intent_id, operator_id, ${names(newColumns)})
  select payment_intent_id, operator_id, ${placeholders(newColumns, attemptFrom)} from intent
)`;

/** `$5` is the attempt's id, the changing columns follow. */
const updateAttemptCte = `attempt as (
  update payments set ${assignments(changingColumns, attemptFrom + 1)}
  from intent where payment_id = $${attemptFrom}::text
)`;

function joined(...ctes: readonly string[]): string {
  return `with ${ctes.join(",\n")}\nselect payment_intent_id from intent`;
}

/** A new attempt, its `pending` event, and the lease of the idempotency key. */
export const beginAttempt: Statement = {
  name: "payments.begin_attempt",
  text: joined(
    updateIntentCte,
    insertAttemptCte,
    eventCtes({ name: "event", from: "intent", parameter: attemptFrom + newColumns.length }),
    leaseCte(attemptFrom + newColumns.length + eventParameterCount, "intent"),
  ),
};

const afterAttempt = attemptFrom + 1 + changingColumns.length;

/** A changed attempt; nobody is told. The idempotency key's answer, or nulls. */
export const changeAttempt: Statement = {
  name: "payments.change_attempt",
  text: joined(updateIntentCte, updateAttemptCte, finishCte(afterAttempt, "intent")),
};

/** A changed attempt, and the lease of an idempotency key begins with it. */
export const changeAttemptAndLease: Statement = {
  name: "payments.change_attempt_and_lease",
  text: joined(updateIntentCte, updateAttemptCte, leaseCte(afterAttempt, "intent")),
};

/** A changed attempt with its event, and the idempotency key's answer, or nulls. */
export const changeAttemptWithEvent: Statement = {
  name: "payments.change_attempt_and_tell",
  text: joined(
    updateIntentCte,
    updateAttemptCte,
    eventCtes({ name: "event", from: "intent", parameter: afterAttempt }),
    finishCte(afterAttempt + eventParameterCount, "intent"),
  ),
};

/** The intent alone with its event: expiry. */
export const changeIntentWithEvent: Statement = {
  name: "payments.change_intent_and_tell",
  text: joined(
    updateIntentCte,
    eventCtes({ name: "event", from: "intent", parameter: attemptFrom }),
  ),
};

/** Parameters of the changes above, up to the event's. */
export function changeParameters({ intent, attempt }: IntentChange): unknown[] {
  const ofIntent = [
    intent.paymentIntentId,
    intent.version - 1,
    intent.status,
    new Date(intent.updatedAtMs),
  ];
  if (!attempt) return ofIntent;
  const { record, isNew } = attempt;
  return isNew
    ? [...ofIntent, ...values(newColumns, record)]
    : [...ofIntent, record.paymentId, ...values(changingColumns, record)];
}

/** For a change that answers no idempotency key. */
export const noAnswer: FinishParameters = [null, "", 0, null];
