-- Refunds (docs/payments/refunds.md). What a payment has returned so far stands in its own row: one
-- conditional update guards against refunding more than was paid.
alter table payments add column refunded_base_minor bigint not null default 0;
alter table payments add column refunded_fees_minor bigint not null default 0;
alter table payments add column refunded_tax_minor bigint not null default 0;
-- Not valid: the existing rows are all zero, and checking them would block writes.
alter table payments add constraint payments_refunded check (
  refunded_base_minor between 0 and total_minor - fees_minor - tax_minor
  and refunded_fees_minor between 0 and fees_minor
  and refunded_tax_minor between 0 and tax_minor
) not valid;

create table refunds (
  operator_id text not null references operators,
  refund_id text not null,
  external_refund_id text not null,
  payment_intent_id text not null references payment_intents,
  payment_id text not null references payments,
  external_customer_id text not null,
  step text not null check (step in ('requested', 'processing', 'success', 'failed', 'canceled')),
  kind text not null check (kind in ('void', 'refund', 'transfer')),
  base_minor bigint not null check (base_minor > 0),
  fees_minor bigint not null check (fees_minor >= 0),
  tax_minor bigint not null check (tax_minor >= 0),
  currency text not null,
  reason text,
  note_sealed text,
  -- { kind, staffId | keyId }: who requested it.
  requested_by jsonb not null,
  processor text not null,
  provider_refund_id text,
  reference_type text,
  reference_value text,
  failure_code text,
  version integer not null,
  -- The newest try to send it; null before the first.
  sent_at timestamptz,
  next_check_at timestamptz,
  checks integer not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  settled_at timestamptz,
  primary key (operator_id, refund_id),
  constraint refunds_external_id unique (operator_id, external_refund_id)
);
create index refunds_of_intent on refunds (operator_id, payment_intent_id, refund_id);
create index refunds_of_customer on refunds (operator_id, external_customer_id);
create index refunds_due on refunds (next_check_at) where next_check_at is not null;
-- A processor that names one refund twice is not believed.
create unique index refunds_one_at_provider on refunds (operator_id, processor, provider_refund_id)
  where provider_refund_id is not null;
