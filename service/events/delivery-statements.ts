/**
 * SQL that reads the outbox.
 *
 * - Order: of one resource's pending deliveries to one endpoint, only the lowest sequence can be claimed.
 * - A claim is a lease with a token. Only the holder of the token may write a result.
 * - If a process dies, its leases expire, and the deliveries are tried again (at least once).
 * - No row is locked during a request.
 */
import type { Statement } from "../platform/database/database.ts";

export interface ClaimedDelivery {
  event_id: string;
  webhook_id: string;
  operator_id: string;
  attempts: number;
  retry_step: number;
  url: string;
  secret_sealed: string;
  previous_secret_sealed: string | null;
  previous_secret_expires_at: Date | null;
  failing_since: Date | null;
  timeouts: number;
  /** Set if this try is a probe. */
  slow_since: Date | null;
  body_sealed: string;
  event_created_at: Date;
}

/**
 * `not exists` would become a join, and a prepared statement keeps the plan from when the table was small: it compares
 * every pending row with every other.
 */
const isFirstInLine = `d.event_id = (
        select front.event_id from webhook_deliveries front
        where front.webhook_id = d.webhook_id and front.resource_id = d.resource_id
          and front.status = 'pending'
        order by front.sequence
        limit 1)`;

/**
 * Ids of operators after $2 that have a due delivery without a lease, in order, at most $3. Jumps from operator to
 * operator in the index: one probe per operator, however many endpoints and deliveries it has. $1 now, $4 the machine's
 * time, by which leases expire.
 */
export const dueOperators: Statement = {
  name: "webhooks.due_operators",
  text: `with recursive ring (operator_id) as (
  (select d.operator_id from webhook_deliveries d
    where d.status = 'pending' and d.operator_id > $2::text
    order by d.operator_id limit 1)
  union all
  select (select d.operator_id from webhook_deliveries d
    where d.status = 'pending' and d.operator_id > ring.operator_id
    order by d.operator_id limit 1)
  from ring where ring.operator_id is not null
)
select ring.operator_id
from ring cross join lateral (
  select 1 from webhook_deliveries d
  where d.operator_id = ring.operator_id and d.status = 'pending' and d.next_at <= $1::timestamptz
    and (d.lease_until is null or d.lease_until <= $4::timestamptz)
  limit 1
) due
where ring.operator_id is not null
limit $3::integer`,
};

/**
 * Leases due deliveries of one operator, first to the endpoints with the fewest tries in progress. A slow endpoint gets
 * one, its probe, and its next probe is postponed. The row lock ensures that only one process sends it.
 * $1 operator, $2 now, $3 lease until, $4 lease token, $5 limit per endpoint, $6 endpoints with tries in progress in
 * this process and $7 their numbers, $8 limit in total, $9 limit of probes, $10 next probe at, $11 the machine's time,
 * by which leases expire. Returns {@link ClaimedDelivery} rows.
 */
export const claimDue: Statement = {
  name: "webhooks.claim_due",
  text: `with healthy as (
  select w.webhook_id, coalesce(busy.tries, 0) as tries
  from webhook_endpoints w
  left join unnest($6::text[], $7::integer[]) as busy (webhook_id, tries)
    on busy.webhook_id = w.webhook_id
  where w.operator_id = $1::text and w.status = 'enabled' and w.slow_since is null
    and coalesce(busy.tries, 0) < $5::integer
), probed as (
  select w.webhook_id
  from webhook_endpoints w
  where w.operator_id = $1::text and w.status = 'enabled' and w.probe_at <= $2::timestamptz
    and exists (
      select 1 from webhook_deliveries d
      where d.webhook_id = w.webhook_id and d.status = 'pending' and d.next_at <= $2::timestamptz
    )
  order by w.probe_at
  limit $9::integer
  for update of w skip locked
), postponed as (
  update webhook_endpoints w set probe_at = $10::timestamptz
  from probed where w.webhook_id = probed.webhook_id
), open as (
  select webhook_id, tries, $5::integer - tries as room from healthy
  union all
  select webhook_id, 0, 1 from probed
), due as (
  select ranked.event_id, ranked.webhook_id
  from (
    select line.event_id, open.webhook_id,
      open.tries + row_number() over (partition by open.webhook_id order by line.next_at) as place
    from open cross join lateral (
      select d.event_id, d.next_at from webhook_deliveries d
      where d.webhook_id = open.webhook_id and d.status = 'pending'
        and d.next_at <= $2::timestamptz
        and (d.lease_until is null or d.lease_until <= $11::timestamptz)
        and ${isFirstInLine}
      order by d.next_at
      limit open.room
      for update of d skip locked
    ) line
  ) ranked
  order by ranked.place
  limit $8::integer
), leased as (
  update webhook_deliveries d
  set lease_until = $3::timestamptz, lease_token = $4::text
  from due where d.event_id = due.event_id and d.webhook_id = due.webhook_id
  returning d.event_id, d.webhook_id, d.operator_id, d.attempts, d.retry_step
)
select leased.event_id, leased.webhook_id, leased.operator_id, leased.attempts, leased.retry_step,
  w.url, w.secret_sealed, w.previous_secret_sealed, w.previous_secret_expires_at,
  w.failing_since, w.timeouts, w.slow_since, e.body_sealed,
  e.created_at as event_created_at
from leased join webhook_endpoints w using (webhook_id) join events e using (event_id)`,
};

/**
 * Writes a try and its consequences, if the lease is still held. The next deliveries in line become due at $6: at once
 * if this one has ended, otherwise together with it. Without a condition on `pending`: the planner would use the index
 * of pending rows, which is slow when there are many.
 * $1 event, $2 endpoint, $3 lease token, $4 status, $5 retry step, $6 next at, $7 tried at, $8 duration in ms, $9
 * status code, $10 failure, $11 answer, $12 finished at.
 */
export const finishTry: Statement = {
  name: "webhooks.finish_try",
  text: `with finished as (
  update webhook_deliveries
  set status = $4::text, attempts = attempts + 1, retry_step = $5::integer,
    next_at = $6::timestamptz, lease_until = null, lease_token = null,
    finished_at = $12::timestamptz
  where event_id = $1::text and webhook_id = $2::text and lease_token = $3::text
  returning event_id, webhook_id, resource_id, sequence, attempts
), tried as (
  insert into webhook_attempts (event_id, webhook_id, attempt, attempted_at, duration_ms,
    status_code, failure, answer_sealed)
  select event_id, webhook_id, attempts, $7::timestamptz, $8::integer, $9::integer, $10::text,
    $11::text
  from finished
)
update webhook_deliveries d set next_at = $6::timestamptz
from finished
where d.webhook_id = finished.webhook_id and d.resource_id = finished.resource_id
  and d.status = 'pending' and d.sequence > finished.sequence`,
};

/** Releases a claim's leases without a try. $1 operator, $2 lease token. */
export const releaseClaim: Statement = {
  name: "webhooks.release_claim",
  text: `update webhook_deliveries set lease_until = null, lease_token = null
where operator_id = $1::text and status = 'pending' and lease_token = $2::text`,
};

/** Releases a lease without a try. $1 event, $2 endpoint, $3 lease token. */
export const releaseLease: Statement = {
  name: "webhooks.release_lease",
  text: `update webhook_deliveries set lease_until = null, lease_token = null
where event_id = $1::text and webhook_id = $2::text and lease_token = $3::text`,
};

/** Releases a lease without a try, until a later time. $1 event, $2 endpoint, $3 lease token, $4 next at. */
export const postponeTry: Statement = {
  name: "webhooks.postpone_try",
  text: `update webhook_deliveries
set lease_until = null, lease_token = null, next_at = $4::timestamptz
where event_id = $1::text and webhook_id = $2::text and lease_token = $3::text`,
};

/**
 * Postpones deliveries behind a failing one, so that claims do not read them while an endpoint is down. Omits slow
 * endpoints: only their probe is claimed, and their queue can be long. Locks the first in line: if it ended in between,
 * the others would be postponed without a reason. $1 now, $2 limit per endpoint.
 */
export const postponeBlocked: Statement = {
  name: "webhooks.postpone_blocked",
  text: `with blocked as (
  select line.event_id, line.webhook_id, line.next_at
  from webhook_endpoints w cross join lateral (
    select d.event_id, d.webhook_id, front.next_at
    from webhook_deliveries d cross join lateral (
      select earlier.next_at from webhook_deliveries earlier
      where earlier.webhook_id = d.webhook_id and earlier.resource_id = d.resource_id
        and earlier.status = 'pending' and earlier.sequence < d.sequence
        and earlier.next_at > $1::timestamptz
      order by earlier.sequence
      limit 1
      for share of earlier skip locked
    ) front
    where d.webhook_id = w.webhook_id and d.status = 'pending' and d.next_at <= $1::timestamptz
      and d.lease_until is null
    limit $2::integer
  ) line
  where w.status = 'enabled' and w.slow_since is null
)
update webhook_deliveries d set next_at = blocked.next_at
from blocked
where d.event_id = blocked.event_id and d.webhook_id = blocked.webhook_id
  and d.status = 'pending' and d.lease_until is null`,
};

/** Events with ids before $1 and no pending delivery, their deliveries and tries; at most $2. */
export const deleteEvents: Statement = {
  name: "webhooks.forget_events",
  text: `with old as (
  select e.event_id from events e
  where e.event_id < $1::text and not exists (
    select 1 from webhook_deliveries d where d.event_id = e.event_id and d.status = 'pending'
  )
  order by e.event_id
  limit $2::integer
  for update skip locked
), tries as (
  delete from webhook_attempts where event_id in (select event_id from old)
), deliveries as (
  delete from webhook_deliveries where event_id in (select event_id from old)
)
delete from events where event_id in (select event_id from old)`,
};

/** Deliveries queued while somebody deleted or disabled their endpoint. $1 now. */
export const settleOrphans: Statement = {
  name: "webhooks.settle_orphans",
  text: `update webhook_deliveries d
set status = case w.status when 'deleted' then 'dropped' else 'dead' end,
  finished_at = $1::timestamptz, lease_until = null, lease_token = null
from webhook_endpoints w
where w.webhook_id = d.webhook_id and w.status <> 'enabled' and d.status = 'pending'
  and (d.lease_until is null or d.lease_until <= $1::timestamptz)`,
};
