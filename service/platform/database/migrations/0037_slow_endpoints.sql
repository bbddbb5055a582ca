-- Timeouts in a row, and the breaker that they open: while slow_since is set, the endpoint gets one
-- probe at a time, the next one at probe_at (service/webhooks/slow-endpoints.ts).
alter table webhook_endpoints
  add column timeouts integer not null default 0,
  add column slow_since timestamptz,
  add column probe_at timestamptz,
  add constraint webhook_endpoints_probe check ((slow_since is null) = (probe_at is null));
-- A claim reads the endpoints of one operator that are on; deleted ones stay in the table.
create index webhook_endpoints_enabled on webhook_endpoints (operator_id) where status = 'enabled';
-- Which operators have deliveries that are due: one probe per operator, however many endpoints it has.
create index webhook_deliveries_operator on webhook_deliveries (operator_id, next_at)
  where status = 'pending';
