-- What a running request began (the id of an attempt to pay), so that whoever repeats it after a crash is
-- told what became of that (service/platform/http/idempotency.ts).
alter table idempotency_keys add column began text;
