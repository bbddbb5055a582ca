-- Inquiries about ACH debits that the operator opens by hand, because the bank asks by letter
-- (docs/payments/disputes.md). An inquiry is a dispute; this table has what only such an inquiry has.
-- The bank's own reference of its request.
alter table disputes add column bank_reference text;
-- Of a returned debit's dispute: the inquiry that came before it.
alter table disputes add column inquiry_id text;
-- A debit has at most one open inquiry.
create unique index disputes_one_open_inquiry on disputes (operator_id, payment_id)
  where processor = 'ach' and stage = 'inquiry' and status in ('needs-response', 'under-review');

create table dispute_inquiries (
  operator_id text not null,
  dispute_id text not null,
  -- { kind, staffId | keyId }
  opened_by jsonb not null,
  note_sealed text,
  answered_at timestamptz,
  answered_by jsonb,
  answer_note_sealed text,
  -- When the bank can no longer return the debit, which ends an answered inquiry; null before the answer and after the end.
  closes_at timestamptz,
  primary key (operator_id, dispute_id),
  foreign key (operator_id, dispute_id) references disputes
);
create index dispute_inquiries_closing on dispute_inquiries (closes_at) where closes_at is not null;
