-- Ways to pay that customers let us keep (service/payment-methods).

create table payment_methods (
  payment_method_id text primary key,
  operator_id text not null references operators,
  external_customer_id text not null,
  -- The payment with which the customer agreed.
  payment_id text not null,
  type text not null check (type in ('card', 'bank')),
  -- service/payment-methods/method-states.ts
  status text not null check (status in ('wanted', 'kept', 'removed')),
  -- Brand and last four digits; the number; how the customer agreed. All erased on removal.
  shown_sealed text,
  details_sealed text,
  consent_sealed text,
  -- A blind index of the number: one kept row for each, however often it is used.
  method_index text,
  consented_at timestamptz not null,
  kept_at timestamptz,
  last_used_at timestamptz,
  removed_at timestamptz,
  created_at timestamptz not null,
  foreign key (operator_id, external_customer_id)
    references customers (operator_id, external_customer_id),
  check ((status = 'removed') = (removed_at is not null)),
  check (status <> 'kept' or kept_at is not null),
  check ((status = 'removed') = (shown_sealed is null)),
  check ((status = 'removed') = (details_sealed is null)),
  check ((status = 'removed') = (consent_sealed is null)),
  check ((status = 'removed') = (method_index is null))
);
create unique index payment_methods_once
  on payment_methods (operator_id, external_customer_id, method_index) where status = 'kept';
create unique index payment_methods_of_payment on payment_methods (payment_id);
create index payment_methods_wanted on payment_methods (created_at) where status = 'wanted';
