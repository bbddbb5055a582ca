-- ACH credits that return the money of a debit (docs/payments/refunds.md).
alter table ach_entries drop constraint ach_entries_source_check;
alter table ach_entries add constraint ach_entries_source_check
  check (source in ('disbursement', 'payment', 'refund')) not valid;
