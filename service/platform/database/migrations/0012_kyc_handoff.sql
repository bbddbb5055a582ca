-- A link to go on with a verification on another device (service/kyc/handoff). Its secret is derived
-- from the row, so it is stored nowhere. A customer has one at a time.

create table kyc_handoffs (
  handoff_id text primary key,
  operator_id text not null references operators,
  external_customer_id text not null,
  kyc_verification_id text not null references kyc_verifications,
  -- The link of kyc-info that it was made from, whose capture its steps keep alive; null with an
  -- intent's secret.
  link_id text references kyc_links,
  link_generation integer,
  -- Minutes until it is opened, then an hour after each step.
  expires_at timestamptz not null,
  opened_at timestamptz,
  created_at timestamptz not null,
  constraint kyc_handoffs_customer unique (operator_id, external_customer_id),
  foreign key (operator_id, external_customer_id)
    references customers (operator_id, external_customer_id)
);
