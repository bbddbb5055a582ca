-- Payment intents and their attempts. The intent's version covers its attempts too: every write
-- names the version that it was decided from.

create table payment_intents (
  payment_intent_id text primary key,
  operator_id text not null references operators,
  external_payment_intent_id text not null,
  external_customer_id text not null,
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null,
  description text,
  custom_data jsonb not null,
  payment_method_types jsonb not null,
  payment_descriptor text not null,
  -- SHA-256 of the client secret, which is shown once.
  secret_hash text not null,
  -- As of the last write; what is shown is computed from the attempts and the clock.
  status text not null check (status in ('no-payment', 'pending', 'success', 'failed', 'expired')),
  version integer not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  expires_at timestamptz not null,
  constraint payment_intents_external_id unique (operator_id, external_payment_intent_id)
);
-- For the job that expires what nobody tried to pay.
create index payment_intents_expiry on payment_intents (expires_at) where status = 'no-payment';

create table payments (
  payment_id text primary key,
  payment_intent_id text not null references payment_intents,
  operator_id text not null,
  attempt integer not null,
  -- service/payments/states/attempt-states.ts
  step text not null,
  status text not null check (status in ('pending', 'success', 'failed')),
  was_success boolean not null default false,
  type text not null,
  fees_minor bigint not null,
  tax_minor bigint not null,
  total_minor bigint not null check (total_minor > 0),
  -- [{ code, atMs }]
  messages jsonb not null,
  -- Brand, last four digits, expiry: never more of a card.
  payment_method jsonb not null,
  three_ds jsonb,
  three_ds_server_trans_id text,
  -- What of the card is needed until the attempt is final; null from then on. Never a CVC.
  card_sealed text,
  processor text not null,
  charge_number integer not null,
  charge_id text,
  reversal text check (reversal in ('due', 'done')),
  next_check_at timestamptz,
  checks integer not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint payments_attempt unique (payment_intent_id, attempt),
  check (status = 'pending' or card_sealed is null)
);
-- At most one attempt of an intent is pending, whoever writes.
create unique index payments_one_pending on payments (payment_intent_id) where status = 'pending';
create unique index payments_three_ds on payments (three_ds_server_trans_id)
  where three_ds_server_trans_id is not null;
-- For the recovery job.
create index payments_check on payments (next_check_at) where next_check_at is not null;
