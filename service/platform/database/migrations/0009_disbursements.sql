-- Payouts (service/disbursements). Intent and record are one row with one version: every write names
-- the version that it was decided from. Where the money goes is sealed, and erased once it is final.

create table disbursement_intents (
  disbursement_intent_id text primary key,
  operator_id text not null references operators,
  external_disbursement_intent_id text not null,
  external_customer_id text not null,
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null,
  tax_category text not null check (tax_category in ('winnings', 'prize', 'services', 'other')),
  description text,
  custom_data jsonb not null,
  -- SHA-256 of the client secret, which is shown once.
  secret_hash text not null,
  -- service/disbursements/states/payout-steps.ts
  step text not null,
  -- The intent's status, which follows from the step; for lists.
  status text not null,
  version integer not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  expires_at timestamptz not null,
  -- The record. All null until the customer has chosen how to be paid.
  disbursement_id text,
  type text,
  withheld_minor bigint check (withheld_minor >= 0 and withheld_minor < amount_minor),
  -- What may be shown of where it goes, and all of it.
  shown_sealed text,
  destination_sealed text,
  -- [{ code, atMs }]
  messages jsonb not null,
  provider text,
  payout_id text,
  submitted_at timestamptz,
  decided_at timestamptz,
  -- api, or staff:<id>
  decided_by text,
  paid_at timestamptz,
  -- The day it counts on in the operator's time zone: when it was paid, until then when it is expected.
  tax_date text,
  next_check_at timestamptz,
  checks integer not null default 0,
  constraint disbursement_intents_external_id unique (operator_id, external_disbursement_intent_id),
  constraint disbursement_intents_record unique (disbursement_id),
  foreign key (operator_id, external_customer_id)
    references customers (operator_id, external_customer_id),
  check ((step in ('requires_customer_data', 'open', 'expired')) = (disbursement_id is null)),
  check ((disbursement_id is null) = (tax_date is null)),
  check (destination_sealed is null or step in ('awaiting_approval', 'approved', 'sent'))
);
create index disbursement_intents_newest
  on disbursement_intents (operator_id, disbursement_intent_id desc);
create index disbursement_intents_of_customer
  on disbursement_intents (operator_id, external_customer_id, disbursement_intent_id desc);
create index disbursement_intents_waiting
  on disbursement_intents (operator_id, disbursement_intent_id) where step = 'awaiting_approval';
-- Year-to-date totals, and the tax year's lists.
create index disbursement_intents_by_tax_date
  on disbursement_intents (operator_id, external_customer_id, tax_date)
  where disbursement_id is not null;
-- For the jobs.
create index disbursement_intents_expiry on disbursement_intents (expires_at)
  where step in ('requires_customer_data', 'open');
create index disbursement_intents_check on disbursement_intents (next_check_at)
  where next_check_at is not null;

-- Every step that a payout took, who made it and why. Rows are only ever added.
create table disbursement_history (
  disbursement_intent_id text not null references disbursement_intents,
  version integer not null,
  operator_id text not null,
  happening text not null,
  step text not null,
  -- api, customer, service, provider, or staff:<id>
  actor text not null,
  reason_sealed text,
  happened_at timestamptz not null,
  primary key (disbursement_intent_id, version)
);

-- Ways that customers were paid before and let us keep. method_index is a blind index of the account,
-- card or address: one row for each, however often it is used.
create table payout_methods (
  payout_method_id text primary key,
  operator_id text not null references operators,
  external_customer_id text not null,
  type text not null,
  shown_sealed text not null,
  destination_sealed text not null,
  method_index text not null,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  constraint payout_methods_once unique (operator_id, external_customer_id, method_index),
  foreign key (operator_id, external_customer_id)
    references customers (operator_id, external_customer_id)
);
