-- Reversing entries (docs/payments/refunds.md#ach-reversals). The error that a reversal corrects; null: an ordinary
-- refund.
alter table refunds add column ach_error text
  check (ach_error in ('duplicate', 'wrong_account', 'wrong_amount', 'wrong_date'));
-- Whether the entry is labelled REVERSAL and has the class of the debit that it reverses.
alter table ach_entries add column is_reversal boolean not null default false;
