-- compatible-from: 0100
-- Vendors whose orders need a part of the customer's consent that only their notice brings, and whose settled payments
-- can come back (rails/open-banking).
alter table bank_payments
  -- When the bank was last sent the order, for these vendors. Null: never.
  add column ordered_at timestamptz,
  drop constraint bank_payments_status_check,
  add constraint bank_payments_status_check
    check (status in ('waiting', 'at_bank', 'exchanging', 'ordering', 'accepted', 'settled',
      'returned', 'rejected', 'refused', 'canceled', 'expired', 'failed'));

create table bank_payment_grants (
  payment_id text not null,
  -- SHA-256 of the vendor's id of the consent.
  reference_hash text not null,
  operator_id text not null references operators,
  grant_sealed text not null,
  received_at timestamptz not null,
  primary key (payment_id, reference_hash)
);
create index bank_payment_grants_by_age on bank_payment_grants (received_at);
