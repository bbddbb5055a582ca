/**
 * The outbox's reading side in SQL.
 *
 * Always holds: of one resource's pending deliveries to one endpoint, only the one with the lowest
 * sequence is ever claimed, so they arrive in order; a claim is a lease with a token, and a result is
 * written only by who holds the token; a process that dies lets its leases run out, and the delivery
 * is made again (at least once). Nothing is locked while a request is under way.
 */
import type { Statement } from "../platform/database/database.ts";

/** A delivery under lease, with all that a try needs. */
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
  body_sealed: string;
}

/**
 * A correlated look-up with a limit, not `not exists`: that becomes a join, whose plan, made while
 * the table is small and kept for the prepared statement, compares every pending row with every other.
 */
const isFirstInLine = `d.event_id = (
        select front.event_id from webhook_deliveries front
        where front.webhook_id = d.webhook_id and front.resource_id = d.resource_id
          and front.status = 'pending'
        order by front.sequence
        limit 1)`;

/**
 * Leases due deliveries, some of each endpoint, so that a slow one can't take all places.
 * $1 now, $2 lease until, $3 lease token, $4 at most per endpoint, $5 endpoints to leave out, $6 at
 * most in all. Gives {@link ClaimedDelivery} rows.
 */
export const claimDue: Statement = {
  name: "webhooks.claim_due",
  text: `with due as (
  select line.event_id, line.webhook_id
  from webhook_endpoints w cross join lateral (
    select d.event_id, d.webhook_id from webhook_deliveries d
    where d.webhook_id = w.webhook_id and d.status = 'pending' and d.next_at <= $1::timestamptz
      and (d.lease_until is null or d.lease_until <= $1::timestamptz)
      and ${isFirstInLine}
    order by d.next_at
    limit $4::integer
    for update of d skip locked
  ) line
  where w.status = 'enabled' and w.webhook_id <> all ($5::text[])
  limit $6::integer
), leased as (
  update webhook_deliveries d
  set lease_until = $2::timestamptz, lease_token = $3::text
  from due where d.event_id = due.event_id and d.webhook_id = due.webhook_id
  returning d.event_id, d.webhook_id, d.operator_id, d.attempts, d.retry_step
)
select leased.*, w.url, w.secret_sealed, w.previous_secret_sealed, w.previous_secret_expires_at,
  w.failing_since, e.body_sealed
from leased join webhook_endpoints w using (webhook_id) join events e using (event_id)`,
};

/**
 * Writes a try and what follows from it, if the lease is still held; the next in line become due
 * when this one is ($6): at once after the end of this one, with it otherwise. A row with a lease is
 * always pending; asking for that too would make the planner take the index of pending rows, which
 * is the wrong one as soon as many are.
 * $1 event, $2 endpoint, $3 lease token, $4 status, $5 retry step, $6 next at, $7 tried at,
 * $8 duration in ms, $9 status code, $10 failure, $11 answer, $12 finished at.
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

/** Gives a lease back unused. $1 event, $2 endpoint, $3 lease token. */
export const releaseLease: Statement = {
  name: "webhooks.release_lease",
  text: `update webhook_deliveries set lease_until = null, lease_token = null
where event_id = $1::text and webhook_id = $2::text and lease_token = $3::text`,
};

/**
 * Puts deliveries that wait behind a failing one to its time, so that claims don't pass over them
 * again and again while an endpoint is down. The one in front is locked meanwhile: had it ended
 * unseen, those behind it would wait for nothing. $1 now, $2 at most per endpoint.
 */
export const parkBlocked: Statement = {
  name: "webhooks.park_blocked",
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
  where w.status = 'enabled'
)
update webhook_deliveries d set next_at = blocked.next_at
from blocked
where d.event_id = blocked.event_id and d.webhook_id = blocked.webhook_id
  and d.status = 'pending' and d.lease_until is null`,
};

/**
 * Forgets events whose ids are before $1 and that no delivery waits for, with their deliveries and
 * tries; $2 at most.
 */
export const forgetEvents: Statement = {
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

/** Drops what was queued for an endpoint in the moment of its deletion or switching off. $1 now. */
export const settleOrphans: Statement = {
  name: "webhooks.settle_orphans",
  text: `update webhook_deliveries d
set status = case w.status when 'deleted' then 'dropped' else 'dead' end,
  finished_at = $1::timestamptz, lease_until = null, lease_token = null
from webhook_endpoints w
where w.webhook_id = d.webhook_id and w.status <> 'enabled' and d.status = 'pending'
  and (d.lease_until is null or d.lease_until <= $1::timestamptz)`,
};
