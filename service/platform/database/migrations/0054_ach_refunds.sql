-- ACH credits that return the money of a debit (docs/payments/refunds.md).
alter table ach_entries drop constraint ach_entries_source_check;
alter table ach_entries add constraint ach_entries_source_check
  check (source in ('disbursement', 'payment', 'refund')) not valid;
-- The debit whose money a refund returns: if it comes back, a refund that is not in a file is canceled.
alter table ach_entries add column debit_key text;
create index ach_entries_of_debit on ach_entries (operator_id, debit_key) where debit_key is not null;
