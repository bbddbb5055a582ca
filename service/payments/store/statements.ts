import { eventCtes, eventParameterCount } from "../../events/index.ts";
import { postingCte } from "../../ledger/index.ts";
import type { Statement } from "../../platform/database/database.ts";
import {
  answeredCte,
  type FinishParameters,
  finishCte,
  leaseCte,
} from "../../platform/http/idempotency-statements.ts";
import { laneCondition } from "../../platform/jobs/lanes.ts";
import type { IntentChange } from "../attempt-changes.ts";
import {
  assignments,
  changingColumns,
  fixedColumns,
  intentColumns,
  names,
  newIntentColumns,
  placeholders,
  values,
} from "./columns.ts";

/*
 * The prepared statements of payments. Each write is one statement that commits all or nothing: the intent with its
 * version condition, the attempt, the event with its deliveries, and the idempotency key. A write decided from an older
 * version changes no row and returns none.
 */

/**
 * Reads an intent from `payment_intents i`. Names each column: with `i.*`, a migration that adds a column would break
 * the statement on every connection that prepared it before.
 */
export const intentWithAttempts = `${intentColumns.map(({ name }) => `i.${name}`).join(", ")}, coalesce((
    select jsonb_agg(to_jsonb(p) order by p.attempt) from payments p
    where p.payment_intent_id = i.payment_intent_id
  ), '[]'::jsonb) as attempts`;

/** `$1` id. */
export const readIntent: Statement = {
  name: "payments.read_intent",
  text: `select ${intentWithAttempts}
  from payment_intents i where i.payment_intent_id = $1`,
};

/** Lists intents, newest first. `$1` operator, `$2` limit, `$3` offset. */
export const listIntents: Statement = {
  name: "payments.list_intents",
  text: `select ${intentWithAttempts}
  from payment_intents i where i.operator_id = $1
  order by i.payment_intent_id desc limit $2 offset $3`,
};

/** See platform/database/row-count.ts. */
export const countIntents: Statement = {
  name: "payments.count_intents",
  text: `select count(*) as total, count(*) filter (where payment_intent_id < $3) as settled
  from payment_intents where operator_id = $1 and payment_intent_id >= $2`,
};

/** `$1` threeDSServerTransID. */
export const findByThreeDS: Statement = {
  name: "payments.find_by_three_ds",
  text: "select payment_intent_id, payment_id from payments where three_ds_server_trans_id = $1",
};

/** `$1` payment id. */
export const findByPayment: Statement = {
  name: "payments.find_by_payment",
  text: "select payment_intent_id, operator_id from payments where payment_id = $1",
};

/** Intents that closed without an attempt. `$1` now, `$2` limit, `$3` offset. */
export const findExpired: Statement = {
  name: "payments.find_expired",
  text: `select payment_intent_id, operator_id from payment_intents
  where status = 'no-payment' and expires_at <= $1 order by expires_at, payment_intent_id
  limit $2 offset $3`,
};

/**
 * Postpones due attempts of a lane to `$2`, so that no other process takes them. `$1` now, `$3` limit; `$4` now and `$5`
 * the claim's end by the machine's clock, see platform/database/machine-lease.ts; `$6` and `$7` the lane.
 */
export const claimDue: Statement = {
  name: "payments.claim_due",
  text: `with due as (
    select payment_id from payments where next_check_at <= $1 and not (
      lease_check_at is not distinct from next_check_at and lease_until > $4
    ) and ${laneCondition("processor", 6)}
    order by next_check_at limit $3 for update skip locked
  ) update payments set next_check_at = $2, lease_check_at = $2, lease_until = $5
  where payment_id in (select payment_id from due)
  returning payment_id, payment_intent_id, operator_id`,
};

/**
 * Makes attempts due at `$1` if their next check is one of `$2`: times that only one claim or request wrote, so no
 * other hold is released. `$3` payment ids, or null for all of the lane in `$4` and `$5`.
 */
export const release: Statement = {
  name: "payments.release",
  text: `update payments set next_check_at = $1::timestamptz
  where next_check_at = any ($2::timestamptz[])
    and (payment_id = any ($3::text[]) or ($3 is null and ${laneCondition("processor", 4)}))`,
};

/**
 * Inserts an intent with its event. Returns no row if the operator has no such customer. Unique violation
 * `payment_intents_external_id` if the operator used the external id before. Parameters: the intent's columns, the
 * event, the idempotency key with its response.
 */
export const insertIntent: Statement = {
  name: "payments.insert_intent",
  text: `with intent as (
    insert into payment_intents (${names(newIntentColumns)})
    select ${placeholders(newIntentColumns, 1)}
    from customers
    where operator_id = $2::text and external_customer_id = $4::text and erased_at is null
    returning payment_intent_id
  ), ${eventCtes({ name: "event", from: "intent", parameter: newIntentColumns.length + 1 })},
  ${answeredCte(newIntentColumns.length + eventParameterCount + 1, "intent")}
  select payment_intent_id from intent`,
};

/** `$1` id, `$2` the version that the change was decided from, `$3` status, `$4` time. `assignments`: more of them. */
function changeIntentCte(assignments = ""): string {
  return `intent as (
  update payment_intents
  set status = $3::text, version = version + 1, updated_at = $4::timestamptz${assignments}
  where payment_intent_id = $1::text and version = $2::integer
  returning payment_intent_id, operator_id
)`;
}
const updateIntentCte = changeIntentCte();
const attemptFrom = 5;
const newColumns = [...changingColumns, ...fixedColumns];
const newTotal = attemptFrom + newColumns.findIndex(({ name }) => name === "total_minor");

const insertAttemptCte = `attempt as (
  insert into payments (payment_intent_id, operator_id, ${names(newColumns)})
  select payment_intent_id, operator_id, ${placeholders(newColumns, attemptFrom)} from intent
)`;

/** `$5` the attempt's id; the changing columns follow. */
const updateAttemptCte = `attempt as (
  update payments set ${assignments(changingColumns, attemptFrom + 1)}
  from intent where payment_id = $${attemptFrom}::text
)`;

function joined(...ctes: readonly string[]): string {
  return `with ${ctes.join(",\n")}\nselect payment_intent_id from intent`;
}

/** Inserts an attempt with its `pending` event, sets the intent's cost, and starts the idempotency key's lease. */
export const beginAttempt: Statement = {
  name: "payments.begin_attempt",
  text: joined(
    changeIntentCte(`, cost_minor = $${newTotal}::bigint`),
    insertAttemptCte,
    eventCtes({ name: "event", from: "intent", parameter: attemptFrom + newColumns.length }),
    leaseCte(attemptFrom + newColumns.length + eventParameterCount, "intent"),
  ),
};

const afterAttempt = attemptFrom + 1 + changingColumns.length;
const finishParameterCount = 4 satisfies FinishParameters["length"];

/** Changes an attempt without an event. Stores the idempotency key's response (or nulls). */
export const changeAttempt: Statement = {
  name: "payments.change_attempt",
  text: joined(updateIntentCte, updateAttemptCte, finishCte(afterAttempt, "intent")),
};

export const changeAttemptAndLease: Statement = {
  name: "payments.change_attempt_and_lease",
  text: joined(updateIntentCte, updateAttemptCte, leaseCte(afterAttempt, "intent")),
};

/** Changes an attempt, and stores the event and the idempotency key's response (or nulls). */
export const changeAttemptWithEvent: Statement = {
  name: "payments.change_attempt_with_event",
  text: joined(
    updateIntentCte,
    updateAttemptCte,
    eventCtes({ name: "event", from: "intent", parameter: afterAttempt }),
    finishCte(afterAttempt + eventParameterCount, "intent"),
  ),
};

/** Like {@link changeAttemptWithEvent}, and writes the ledger's posting. */
export const changeAttemptWithPosting: Statement = {
  name: "payments.change_attempt_with_posting",
  text: joined(
    updateIntentCte,
    updateAttemptCte,
    eventCtes({ name: "event", from: "intent", parameter: afterAttempt }),
    finishCte(afterAttempt + eventParameterCount, "intent"),
    postingCte({
      name: "posting",
      from: "intent",
      parameter: afterAttempt + eventParameterCount + finishParameterCount,
    }),
  ),
};

/** Changes an intent and stores its event. Used for expiry. */
export const changeIntentWithEvent: Statement = {
  name: "payments.change_intent_with_event",
  text: joined(
    updateIntentCte,
    eventCtes({ name: "event", from: "intent", parameter: attemptFrom }),
  ),
};

/** Parameters of the statements above, up to the event's. */
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

/** Parameters for a change without an idempotency key. */
export const noAnswer: FinishParameters = [null, "", 0, null];
