-- What staff say about payments and refunds whose outcome the processor does not tell, and where the
-- processor disagrees later (docs/payments/unknown-outcomes.md).
create table outcome_marks (
  operator_id text not null references operators,
  outcome_mark_id text not null,
  subject_type text not null check (subject_type in ('payment', 'refund')),
  -- The payment's or the refund's id.
  subject_id text not null,
  payment_intent_id text not null references payment_intents,
  payment_id text not null references payments,
  external_customer_id text not null,
  outcome text not null check (outcome in ('success', 'failed')),
  -- The processor's id of the charge or refund, as staff found it.
  reference text,
  -- JSON { note, statement }.
  note_sealed text,
  amount_minor bigint not null,
  currency text not null,
  state text not null check (state in ('waiting', 'applied', 'declined', 'overtaken')),
  -- { kind, staffId }
  marked_by jsonb not null,
  decided_by jsonb,
  version integer not null,
  created_at timestamptz not null,
  decided_at timestamptz,
  -- When the processor said the same.
  confirmed_at timestamptz,
  primary key (operator_id, outcome_mark_id)
);
-- One mark decides. Declined and overtaken ones stay as history.
create unique index outcome_marks_one on outcome_marks (operator_id, subject_id)
  where state in ('waiting', 'applied');
create index outcome_marks_of_intent on outcome_marks (operator_id, payment_intent_id);
create index outcome_marks_of_customer on outcome_marks (operator_id, external_customer_id);
create index outcome_marks_waiting on outcome_marks (operator_id, outcome_mark_id)
  where state = 'waiting';

create table outcome_alarms (
  operator_id text not null references operators,
  outcome_alarm_id text not null,
  subject_type text not null check (subject_type in ('payment', 'refund')),
  subject_id text not null,
  payment_intent_id text not null references payment_intents,
  payment_id text not null references payments,
  external_customer_id text not null,
  problem text not null check (problem in ('happened_after_all', 'not_happened_after_all',
    'other_reference', 'other_amount', 'happened_twice')),
  -- Who disagrees: a look-up's answer, a notice about the charge, a settlement file.
  source text not null check (source in ('look_up', 'notice', 'settlement')),
  -- The processor's id of the charge or refund that it knows; empty if it names none.
  reference text not null,
  amount_minor bigint not null,
  currency text not null,
  state text not null check (state in ('open', 'resolved')),
  resolution text check (resolution in ('accepted', 'kept')),
  note_sealed text,
  resolved_by jsonb,
  version integer not null,
  opened_at timestamptz not null,
  resolved_at timestamptz,
  primary key (operator_id, outcome_alarm_id),
  -- The same contradiction is reported once, also after somebody resolved it.
  constraint outcome_alarms_one unique (operator_id, subject_id, problem, reference)
);
create index outcome_alarms_of_intent on outcome_alarms (operator_id, payment_intent_id);
create index outcome_alarms_of_customer on outcome_alarms (operator_id, external_customer_id);
create index outcome_alarms_open on outcome_alarms (operator_id, outcome_alarm_id)
  where state = 'open';

-- A refund that counted as failed before it turned out to have arrived.
alter table refunds add column arrived_late boolean not null default false;
