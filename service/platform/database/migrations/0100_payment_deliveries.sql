-- What the operator delivered for a payment, as the operator's server reported it (docs/payments/disputes.md).
create table payment_deliveries (
  operator_id text not null references operators,
  payment_intent_id text not null references payment_intents,
  -- Recipient, address, shipments and digital deliveries, as JSON.
  delivery_sealed text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (operator_id, payment_intent_id)
);
