-- The address from which a customer's browser was last seen, sealed. Kept only for operators who have
-- location rules; GET /v1/customers/{id}/location asks for it.

create table customer_last_seen (
  operator_id text not null,
  external_customer_id text not null,
  ip_address_sealed text not null,
  seen_at timestamptz not null,
  primary key (operator_id, external_customer_id),
  foreign key (operator_id, external_customer_id)
    references customers (operator_id, external_customer_id)
);
