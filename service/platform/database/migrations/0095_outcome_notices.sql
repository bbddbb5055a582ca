-- Verified notices about charges, refunds and reversals, of vendors that cannot be queried
-- (payments/inbox/notice-inbox.ts).
create table outcome_notices (
  processor text not null,
  notice_id text not null,
  -- Null until our_key is one of ours.
  operator_id text references operators,
  our_key text not null,
  vendor_reference text not null,
  charge_id text,
  event text not null,
  succeeded boolean not null,
  reason text,
  amount_minor bigint not null,
  currency text not null,
  facts jsonb,
  arn text,
  happened_at timestamptz not null,
  received_at timestamptz not null,
  primary key (processor, notice_id)
);
create index outcome_notices_of_key on outcome_notices (processor, our_key);
create index outcome_notices_by_age on outcome_notices (received_at);
create index outcome_notices_unknown on outcome_notices (processor, received_at)
  where operator_id is null;
