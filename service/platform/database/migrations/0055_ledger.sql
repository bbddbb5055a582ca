-- The ledger (docs/ledger.md). One row is one balanced posting: `accounts` and `amounts` are its
-- entries, debits positive and credits negative, in minor units of one currency or base units of one
-- crypto asset. Rows are only ever added.
create sequence ledger_sequence;

create table ledger_postings (
  operator_id text not null,
  -- What the posting is about, and what happened to it. The primary key makes each happen once.
  source_type text not null,
  source_id text not null,
  cause text not null,
  -- The payment whose story it belongs to; null where the source is the payment itself, or has none.
  payment_id text,
  currency text not null,
  accounts text[] not null,
  amounts numeric(38, 0)[] not null,
  -- The cause of the same source that this posting undoes.
  reverses text,
  -- When it happened at its source, and when it counts in balances.
  happened_at timestamptz not null,
  posted_at timestamptz not null,
  -- The transaction has its id before it takes a number: so once every transaction that ran when a
  -- number was current has ended, no lower number can still appear (service/ledger/snapshots.ts).
  seq bigint not null default
    case when pg_current_xact_id() is not null then nextval('ledger_sequence') end,
  primary key (operator_id, source_type, source_id, cause),
  constraint ledger_postings_shape check (
    array_ndims(accounts) = 1 and array_ndims(amounts) = 1
    and array_lower(accounts, 1) = 1 and array_lower(amounts, 1) = 1
    and cardinality(accounts) = cardinality(amounts)
    and cardinality(amounts) between 2 and 10
    and array_position(accounts, null) is null and array_position(amounts, null) is null
    and 0 <> all (amounts)
  ),
  constraint ledger_postings_balanced check (
    coalesce(amounts[1], 0) + coalesce(amounts[2], 0) + coalesce(amounts[3], 0)
    + coalesce(amounts[4], 0) + coalesce(amounts[5], 0) + coalesce(amounts[6], 0)
    + coalesce(amounts[7], 0) + coalesce(amounts[8], 0) + coalesce(amounts[9], 0)
    + coalesce(amounts[10], 0) = 0
  )
);
alter sequence ledger_sequence owned by ledger_postings.seq;
create unique index ledger_postings_seq on ledger_postings (operator_id, seq);
create index ledger_postings_time on ledger_postings (operator_id, posted_at, seq);
create index ledger_postings_payment on ledger_postings (operator_id, payment_id)
  where payment_id is not null;

create function ledger_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'postings are never changed or removed; post a reversal' using errcode = '55000';
end $$;
create trigger ledger_postings_append_only before update or delete on ledger_postings
  for each row execute function ledger_refuse_change();
create trigger ledger_postings_never_emptied before truncate on ledger_postings
  for each statement execute function ledger_refuse_change();

-- Balances after all postings up to a number. Derived: they can be deleted and computed again.
create table ledger_snapshots (
  operator_id text not null,
  up_to_seq bigint not null,
  currency text not null,
  account text not null,
  debits numeric(38, 0) not null,
  credits numeric(38, 0) not null,
  -- The latest `posted_at` of all postings up to the number.
  latest_at timestamptz not null,
  taken_at timestamptz not null,
  primary key (operator_id, up_to_seq, currency, account)
);

-- How far a walk over an operator's records has come (service/ledger/walks).
create table ledger_walks (
  operator_id text not null,
  walk text not null,
  source text not null,
  after_id text not null default '',
  rounds integer not null default 0,
  updated_at timestamptz not null,
  primary key (operator_id, walk, source)
);
