-- Disputes (docs/payments/disputes.md). What disputes have taken of a payment is in its own row, so that one
-- conditional update guards refunds: none while a dispute is open, and none of what a dispute has taken.
alter table payments add column disputed_minor bigint not null default 0;
alter table payments add column lost_base_minor bigint not null default 0;
alter table payments add column open_disputes integer not null default 0;
-- What was known about the customer's device when they paid, and a keyed index of the card: evidence.
alter table payments add column context_sealed text;
alter table payments add column instrument_index text;
-- Not valid: the existing rows are all zero, and checking them would block writes.
alter table payments add constraint payments_disputed check (
  disputed_minor >= 0 and open_disputes >= 0
  and lost_base_minor between 0 and total_minor - fees_minor - tax_minor
) not valid;
create index payments_of_instrument on payments (operator_id, instrument_index, created_at)
  where instrument_index is not null;

create table disputes (
  operator_id text not null references operators,
  dispute_id text not null,
  payment_intent_id text not null references payment_intents,
  payment_id text not null references payments,
  external_customer_id text not null,
  -- Who reported it: a card processor, or `ach`.
  processor text not null,
  provider_dispute_id text not null,
  network text not null,
  reason_code text not null,
  category text not null,
  stage text not null
    check (stage in ('inquiry', 'chargeback', 'pre_arbitration', 'arbitration')),
  status text not null
    check (status in ('needs-response', 'under-review', 'won', 'lost', 'accepted', 'expired')),
  outcome text,
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null,
  -- Null until the processor says.
  fee_minor bigint check (fee_minor >= 0),
  -- From the processor, never computed; null if it named none.
  respond_by timestamptz,
  defendable boolean not null,
  -- The newest notice that was applied.
  last_sequence integer not null,
  -- What the customer had been refunded of the payment when the dispute came, total in minor units.
  refunded_before_minor bigint not null check (refunded_before_minor >= 0),
  -- The text fields of the evidence, as JSON.
  evidence_sealed text,
  -- In this stage; null before.
  submitted_at timestamptz,
  refusal_code text,
  refused_at timestamptz,
  version integer not null,
  opened_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  closed_at timestamptz,
  primary key (operator_id, dispute_id),
  constraint disputes_one_at_provider unique (operator_id, processor, provider_dispute_id)
);
create index disputes_by_provider on disputes (processor, provider_dispute_id);
create index disputes_of_intent on disputes (operator_id, payment_intent_id, dispute_id);
create index disputes_of_customer on disputes (operator_id, external_customer_id);
create index disputes_waiting on disputes (respond_by) where status = 'needs-response';
create index disputes_by_status on disputes (operator_id, status, dispute_id);

-- One file of each kind. `summary` is the document that was sent with them.
create table dispute_files (
  operator_id text not null,
  dispute_id text not null,
  kind text not null,
  name_sealed text not null,
  content_type text not null,
  size_bytes integer not null check (size_bytes > 0),
  pages integer not null check (pages > 0),
  content_sealed text not null,
  added_at timestamptz not null,
  primary key (operator_id, dispute_id, kind),
  foreign key (operator_id, dispute_id) references disputes
);

-- What we send to the processor, under its own key (`answer_id`).
create table dispute_answers (
  operator_id text not null,
  answer_id text not null,
  dispute_id text not null,
  kind text not null check (kind in ('evidence', 'acceptance')),
  stage text not null,
  step text not null check (step in ('requested', 'done', 'refused')),
  provider_answer_id text,
  failure_code text,
  -- { kind, staffId | keyId }: who requested it.
  requested_by jsonb not null,
  -- The newest try to send it; null before the first.
  sent_at timestamptz,
  next_check_at timestamptz,
  checks integer not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (operator_id, answer_id),
  foreign key (operator_id, dispute_id) references disputes
);
-- At most one answer in each stage that was not refused.
create unique index dispute_answers_one on dispute_answers (operator_id, dispute_id, stage)
  where step <> 'refused';
create index dispute_answers_due on dispute_answers (next_check_at) where next_check_at is not null;

create table fraud_reports (
  operator_id text not null references operators,
  processor text not null,
  report_id text not null,
  payment_intent_id text not null references payment_intents,
  payment_id text not null references payments,
  network text not null,
  fraud_type text,
  amount_minor bigint not null check (amount_minor >= 0),
  currency text not null,
  reported_at timestamptz not null,
  created_at timestamptz not null,
  primary key (operator_id, processor, report_id)
);
create index fraud_reports_of_payment on fraud_reports (operator_id, payment_id);

-- What the processors reported, as it came. A notice about an unknown charge has no operator yet; it is kept
-- and tried again.
create table processor_notices (
  processor text not null,
  event_id text not null,
  body jsonb not null,
  state text not null check (state in ('waiting', 'applied', 'outdated', 'refused')),
  problem text,
  operator_id text references operators,
  dispute_id text,
  tries integer not null default 0,
  next_try_at timestamptz,
  received_at timestamptz not null,
  primary key (processor, event_id)
);
create index processor_notices_due on processor_notices (next_try_at) where next_try_at is not null;
create index processor_notices_unsolved on processor_notices (received_at)
  where state in ('waiting', 'refused');
