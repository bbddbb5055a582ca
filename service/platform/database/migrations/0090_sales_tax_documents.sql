-- What a tax service must know of sales and refunds (service/payments/sales-tax).
alter table payments add column tax_address_sealed text;

create table tax_documents (
  operator_id text not null references operators,
  -- Our code at the tax service: the payment's or refund's id, with -2 and so on when it happened again.
  code text not null,
  kind text not null check (kind in ('sale', 'return')),
  payment_intent_id text not null references payment_intents,
  payment_id text not null references payments,
  refund_id text,
  base_minor bigint not null check (base_minor >= 0),
  tax_minor bigint not null check (tax_minor >= 0),
  -- Day of the sale, in the operator's time zone.
  tax_date text not null,
  wanted text not null check (wanted in ('committed', 'voided')),
  state text not null check (state in ('due', 'committed', 'voided')),
  -- Why the last report did not succeed.
  problem text,
  tries integer not null,
  -- The newest report; null before the first.
  sent_at timestamptz,
  next_check_at timestamptz,
  lease_check_at timestamptz,
  lease_until timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (operator_id, code)
);
create index tax_documents_of_payment on tax_documents (operator_id, payment_id);
create index tax_documents_due on tax_documents (next_check_at) where next_check_at is not null;
