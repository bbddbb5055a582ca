-- Events, the endpoints that hear of them, and the outbox between the two. The hot tables have no
-- foreign keys: their rows are only ever written together, by one statement, from rows that exist.

create table webhook_endpoints (
  webhook_id text primary key,
  operator_id text not null references operators,
  url text not null,
  description text,
  -- Types that it hears of; null is all of them.
  events text[],
  status text not null check (status in ('enabled', 'disabled', 'deleted')),
  secret_sealed text,
  -- Signs beside the new one until it expires, while a secret is changed.
  previous_secret_sealed text,
  previous_secret_expires_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((status = 'deleted') = (secret_sealed is null))
);
create index webhook_endpoints_operator on webhook_endpoints (operator_id, webhook_id desc);

-- Immutable. body_sealed holds the exact bytes that are sent.
create table events (
  event_id text primary key,
  operator_id text not null,
  resource_id text not null,
  -- The version of the resource that the event shows.
  sequence integer not null,
  type text not null,
  status text not null,
  body_sealed text not null,
  created_at timestamptz not null
);

-- One row per event and endpoint. pending: due at next_at unless an earlier one of the same resource
-- and endpoint is pending. dead: tries used up, or the endpoint switched off. dropped: endpoint deleted.
create table webhook_deliveries (
  event_id text not null,
  webhook_id text not null,
  operator_id text not null,
  resource_id text not null,
  sequence integer not null,
  status text not null default 'pending'
    check (status in ('pending', 'delivered', 'dead', 'dropped')),
  -- Tries made, over all sendings.
  attempts integer not null default 0,
  -- Tries made since it was last (re-)sent: the place in the retry schedule.
  retry_step integer not null default 0,
  next_at timestamptz not null,
  lease_until timestamptz,
  lease_token text,
  created_at timestamptz not null,
  finished_at timestamptz,
  primary key (event_id, webhook_id)
);
create index webhook_deliveries_due on webhook_deliveries (webhook_id, next_at)
  where status = 'pending';
create index webhook_deliveries_line on webhook_deliveries (webhook_id, resource_id, sequence)
  where status = 'pending';
create index webhook_deliveries_dead on webhook_deliveries (operator_id, created_at)
  where status = 'dead';

-- Every try: what came back, with the first 2 KiB of it.
create table webhook_attempts (
  event_id text not null,
  webhook_id text not null,
  attempt integer not null,
  attempted_at timestamptz not null,
  duration_ms integer not null,
  -- Null when no answer came; then failure says why.
  status_code integer,
  failure text,
  answer_sealed text,
  primary key (event_id, webhook_id, attempt)
);
