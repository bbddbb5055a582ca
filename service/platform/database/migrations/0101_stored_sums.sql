-- Sums that lists showed or filtered by, and computed from all rows each time.
-- compatible-from: 0100

-- What a payment costs its customer: the newest attempt's total, or the intent's amount before the first attempt.
-- Null until service/payments/store/fill-costs.ts has been there; lists compute it until then.
alter table payment_intents add column cost_minor bigint;
create index payment_intents_by_cost on payment_intents (operator_id, cost_minor);

-- Older versions begin attempts without storing the cost. It is another one only in these attempts.
create function keep_payment_cost() returns trigger language plpgsql as $$
begin
  update payment_intents set cost_minor = new.total_minor
  where operator_id = new.operator_id and payment_intent_id = new.payment_intent_id
    and cost_minor is distinct from new.total_minor;
  return null;
end $$;
create trigger keep_payment_cost after insert on payments for each row
  when (new.attempt > 1 or new.fees_minor <> 0 or new.tax_minor <> 0)
  execute function keep_payment_cost();

-- Storing a cost that was null is no change of the payment, so its day is not summed again.
create or replace trigger mark_figure_change after update on payment_intents for each row
  when (new.updated_at - new.created_at >= interval '10 minutes'
    and (new.version <> old.version or new.cost_minor is not distinct from old.cost_minor))
  execute function mark_figure_change();

create index disbursement_intents_by_amount on disbursement_intents (operator_id, amount_minor);

-- How many rows of a batch are matched, and how many breaks it has: the sums of these changes. Rows are only added,
-- so that imports and people never wait for each other.
create table settlement_counts (
  operator_id text not null,
  settlement_batch_id text not null,
  change_id bigint not null generated always as identity,
  matched integer not null,
  breaks integer not null,
  primary key (operator_id, settlement_batch_id, change_id)
);

create index settlement_batches_of_file on settlement_batches (operator_id, settlement_file_id);

create function count_new_lines() returns trigger language plpgsql as $$
begin
  insert into settlement_counts (operator_id, settlement_batch_id, matched, breaks)
  select operator_id, settlement_batch_id, count(*), 0 from new_lines
  where state = 'matched' group by operator_id, settlement_batch_id;
  return null;
end $$;
create function count_changed_lines() returns trigger language plpgsql as $$
begin
  insert into settlement_counts (operator_id, settlement_batch_id, matched, breaks)
  select operator_id, settlement_batch_id, sum(matched), 0 from (
    select operator_id, settlement_batch_id, 1 as matched from new_lines where state = 'matched'
    union all
    select operator_id, settlement_batch_id, -1 from old_lines where state = 'matched'
  ) changes
  group by operator_id, settlement_batch_id having sum(matched) <> 0;
  return null;
end $$;
create function count_new_breaks() returns trigger language plpgsql as $$
begin
  insert into settlement_counts (operator_id, settlement_batch_id, matched, breaks)
  select operator_id, settlement_batch_id, 0, count(*) from new_breaks
  where settlement_batch_id is not null group by operator_id, settlement_batch_id;
  return null;
end $$;
create trigger count_new_lines after insert on settlement_lines
  referencing new table as new_lines for each statement execute function count_new_lines();
create trigger count_changed_lines after update on settlement_lines
  referencing old table as old_lines new table as new_lines
  for each statement execute function count_changed_lines();
create trigger count_new_breaks after insert on settlement_breaks
  referencing new table as new_breaks for each statement execute function count_new_breaks();

-- The triggers' locks keep other writers away until this transaction ends.
insert into settlement_counts (operator_id, settlement_batch_id, matched, breaks)
select operator_id, settlement_batch_id, count(*), 0 from settlement_lines
where state = 'matched' group by operator_id, settlement_batch_id;
insert into settlement_counts (operator_id, settlement_batch_id, matched, breaks)
select operator_id, settlement_batch_id, 0, count(*) from settlement_breaks
where settlement_batch_id is not null group by operator_id, settlement_batch_id;
