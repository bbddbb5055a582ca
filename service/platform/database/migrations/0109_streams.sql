-- compatible-from: 0100
-- The command line reads an operator's events in the order of their transactions (events/streams/read-events.ts). A
-- row's transaction is written by older versions too. Rows from before have none and are in no stream.
alter table events add column stored_in bigint;
alter table events alter column stored_in set default (pg_current_xact_id()::text)::bigint;
create index events_in_order on events (operator_id, stored_in) where stored_in is not null;

-- Open streams. A process that dies leaves its row, which ends at `until`, by the machine's time.
create table api_streams (
  stream_id text primary key,
  operator_id text not null,
  kind text not null check (kind in ('events', 'requests')),
  until timestamptz not null
);
create index api_streams_of_operator on api_streams (operator_id, kind);

-- Requests of operators whose request log somebody reads at the moment; for minutes, and only in the sandbox. The path
-- has no identifiers except ours.
create table api_requests (
  request_id text primary key,
  operator_id text not null,
  method text not null,
  path text not null,
  status_code integer not null,
  error_code text,
  duration_ms integer not null,
  received_at timestamptz not null,
  stored_in bigint not null default (pg_current_xact_id()::text)::bigint
);
create index api_requests_in_order on api_requests (operator_id, stored_in);
create index api_requests_by_time on api_requests (received_at);
