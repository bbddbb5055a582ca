-- The processor's deadline of which staff were reminded (docs/payments/disputes.md); null: of none yet.
alter table disputes add column reminded_for timestamptz;
