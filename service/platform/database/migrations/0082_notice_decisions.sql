-- What staff decided about a processor's notice that matched no payment (docs/payments/disputes.md).
alter table processor_notices drop constraint processor_notices_state_check;
alter table processor_notices add constraint processor_notices_state_check
  check (state in ('waiting', 'applied', 'outdated', 'refused', 'dismissed'));
-- The payment that staff named. Later notices about the same charge are about it, too.
alter table processor_notices add column matched_payment_id text references payments;
alter table processor_notices add column note_sealed text;
-- { kind, staffId }
alter table processor_notices add column decided_by jsonb;
alter table processor_notices add column decided_at timestamptz;
create index processor_notices_matched on processor_notices (processor)
  where matched_payment_id is not null;
create index processor_notices_dismissed on processor_notices (operator_id, decided_at)
  where state = 'dismissed';
