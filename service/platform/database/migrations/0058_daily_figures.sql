-- Daily sums for the console's home page (docs/console/home.md). A day is a day in the operator's
-- time zone. A payment belongs to the day on which its intent was created, a refund to the day on
-- which it was created.
create table daily_figures (
  operator_id text not null references operators,
  -- YYYY-MM-DD
  day text not null,
  -- total, created, type, processor, brand, country, reason, three_ds or refund
  dimension text not null,
  currency text not null,
  -- Such as `visa`; empty for `total` and `created`, and where it is unknown.
  value text not null,
  payments bigint not null,
  succeeded bigint not null,
  approved bigint not null,
  decided bigint not null,
  first_approved bigint not null,
  first_decided bigint not null,
  volume_minor bigint not null,
  fees_minor bigint not null,
  tax_minor bigint not null,
  primary key (operator_id, day, dimension, currency, value)
);

-- The days whose sums are complete, all in the same time zone.
create table figure_days (
  operator_id text not null references operators,
  day text not null,
  time_zone text not null,
  built_at timestamptz not null,
  primary key (operator_id, day)
);

-- Payments and refunds that changed after their day may have been summed. `at`: when they were
-- created, and so which day to sum again. Rows are only added, so that writers never wait for each
-- other.
create table figure_changes (
  operator_id text not null,
  at timestamptz not null,
  change_id bigint not null generated always as identity,
  primary key (operator_id, at, change_id)
);

-- A day is summed two hours after its end (service/reporting/figures/days.ts). A change within the
-- first hour of a payment is part of that sum; most payments never reach the function.
create function mark_figure_change() returns trigger language plpgsql as $$
begin
  insert into figure_changes (operator_id, at) values (new.operator_id, new.created_at);
  return null;
end $$;
create trigger mark_figure_change after update on payment_intents for each row
  when (new.updated_at - new.created_at >= interval '1 hour')
  execute function mark_figure_change();
create trigger mark_figure_change after update on refunds for each row
  when (new.updated_at - new.created_at >= interval '1 hour')
  execute function mark_figure_change();
