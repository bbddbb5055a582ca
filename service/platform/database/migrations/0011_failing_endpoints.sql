-- Since when every try to an endpoint has failed; null after one that did not. Why it is switched off:
-- gone (it answered 410), failing (for days on end).
alter table webhook_endpoints
  add column failing_since timestamptz,
  add column disabled_reason text check (disabled_reason in ('gone', 'failing'));
