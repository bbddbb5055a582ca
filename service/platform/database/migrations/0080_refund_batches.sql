-- Full refunds of many payments, worked off by a job (docs/payments/refunds.md).
create table refund_batches (
  operator_id text not null references operators,
  refund_batch_id text not null,
  state text not null
    check (state in ('awaiting_approval', 'running', 'done', 'stopped', 'declined')),
  reason text not null,
  note_sealed text,
  -- { kind, staffId }: who requested it.
  requested_by jsonb not null,
  -- Null: no second person is needed.
  approval text check (approval in ('needed', 'given', 'declined')),
  -- { kind, staffId }: who approved or declined it.
  decided_by jsonb,
  version integer not null,
  -- Which process works on it, by the machine's time.
  lease_until timestamptz,
  served_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  finished_at timestamptz,
  primary key (operator_id, refund_batch_id)
);
create index refund_batches_running on refund_batches (operator_id, refund_batch_id)
  where state = 'running';

-- What was confirmed of each payment: exactly this is returned, or nothing.
create table refund_batch_items (
  operator_id text not null,
  refund_batch_id text not null,
  position integer not null,
  payment_intent_id text not null references payment_intents,
  payment_id text not null references payments,
  processor text not null,
  currency text not null,
  base_minor bigint not null check (base_minor > 0),
  total_minor bigint not null check (total_minor >= base_minor),
  -- What had been returned of the payment's base.
  seen_returned_minor bigint not null check (seen_returned_minor >= 0),
  state text not null check (state in ('waiting', 'requested', 'refused', 'not_begun')),
  tries integer not null default 1,
  -- The newest try's.
  refund_id text,
  failure_code text,
  primary key (operator_id, refund_batch_id, position),
  foreign key (operator_id, refund_batch_id) references refund_batches
);
-- A payment waits in one batch at most.
create unique index refund_batch_items_waiting on refund_batch_items (operator_id, payment_id)
  where state = 'waiting';
create index refund_batch_items_of_intent on refund_batch_items (operator_id, payment_intent_id);

alter table refunds add column refund_batch_id text;
create index refunds_of_batch on refunds (operator_id, refund_batch_id)
  where refund_batch_id is not null;
