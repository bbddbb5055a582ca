-- References for payout vendors that accept fewer characters than our keys have. Stored before the first request.
create table payout_references (
  operator_id text not null,
  provider text not null,
  payout_key text not null,
  reference text not null,
  created_at timestamptz not null,
  primary key (operator_id, provider, payout_key)
);
-- One account at the vendor serves all operators.
create unique index payout_references_one on payout_references (provider, reference);
