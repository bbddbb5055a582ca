-- Prizes that end on a W-2G (service/prizes). Amounts are cents of US dollars.

create table prizes (
  prize_id text primary key,
  operator_id text not null references operators,
  external_customer_id text not null,
  external_prize_id text not null,
  game_type text not null check (game_type in ('bingo', 'horse_racing')),
  tax_year integer not null,
  status text not null check (status in ('recorded', 'submitted', 'filed')),
  version integer not null default 1,
  winnings_minor bigint not null check (winnings_minor > 0),
  wager_minor bigint check (wager_minor > 0),
  -- Box 1: the winnings, less the wager where the operator reports so.
  reportable_minor bigint not null check (reportable_minor > 0),
  legally_reportable boolean not null,
  -- Regular withholding that the law wants; backup withholding follows from the W-9.
  regular_withholding_minor bigint not null,
  -- In the operator's time zone.
  date_won text not null,
  won_at timestamptz not null,
  paid_at timestamptz not null,
  -- What stands in the other boxes, by name.
  boxes jsonb not null,
  submitted_at timestamptz,
  filed_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint prizes_external_id unique (operator_id, external_prize_id),
  foreign key (operator_id, external_customer_id)
    references customers (operator_id, external_customer_id)
);
create index prizes_of_customer
  on prizes (operator_id, external_customer_id, tax_year, prize_id desc);
create index prizes_of_year on prizes (operator_id, tax_year, prize_id desc);
