-- What a sanctions review holds, and listed crypto addresses (docs/payouts/sanctions.md).

-- Since when a review holds a payout, a refund, or an ACH entry that is in no file yet; null if none does.
alter table disbursement_intents add column held_at timestamptz;
alter table refunds add column held_at timestamptz;
alter table ach_entries add column held_at timestamptz;

create index disbursement_intents_held on disbursement_intents (operator_id, disbursement_intent_id)
  where held_at is not null;
-- Those in `sent` may wait in the queue of their rail.
drop index disbursement_intents_unsent;
create index disbursement_intents_unsent on disbursement_intents (operator_id, external_customer_id)
  where step in ('awaiting_approval', 'approved', 'sent');
-- Refunds to named destinations that may not be sent yet, by customer.
create index refunds_unsent_transfers on refunds (operator_id, external_customer_id)
  where transfer_type is not null and step in ('awaiting_approval', 'requested', 'processing');

-- Payouts that open and confirmed reviews hold already. The others of the customer were rejected or canceled.
update disbursement_intents d set held_at = r.opened_at
  from (select operator_id, external_customer_id, min(opened_at) as opened_at from sanctions_reviews
        where state in ('open', 'clearing', 'confirmed') group by 1, 2) r
  where r.operator_id = d.operator_id and r.external_customer_id = d.external_customer_id
    and (d.step = 'awaiting_approval' or (d.step = 'approved' and d.sent_at is null));
update ach_entries e set held_at = r.opened_at
  from disbursement_intents d
  join (select operator_id, external_customer_id, min(opened_at) as opened_at from sanctions_reviews
        where state in ('open', 'clearing') group by 1, 2) r
    on r.operator_id = d.operator_id and r.external_customer_id = d.external_customer_id
  where e.operator_id = d.operator_id and e.entry_key = d.disbursement_id
    and e.source = 'disbursement' and e.status = 'queued';
update disbursement_intents d set held_at = e.held_at
  from ach_entries e
  where e.operator_id = d.operator_id and e.entry_key = d.disbursement_id
    and e.held_at is not null and d.step in ('approved', 'sent') and d.held_at is null;

-- Addresses of the list. Null in sanctions_lists: the load is from before addresses were read.
create table sanctions_addresses (
  version text not null,
  position integer not null,
  -- { list, entryId, name, currency, address, programs }
  address jsonb not null,
  primary key (version, position)
);
alter table sanctions_lists add column addresses integer;
-- Read it again soon, for its addresses.
update sanctions_lists set next_check_at = least(next_check_at, now());

-- `address`: the customer named a listed crypto address, or paid from one.
alter table sanctions_reviews add column kind text not null default 'name' check (kind in ('name', 'address'));
drop index sanctions_reviews_one;
create unique index sanctions_reviews_one
  on sanctions_reviews (operator_id, external_customer_id, kind, list, entry_id)
  where state in ('open', 'clearing', 'confirmed');

-- The address that sent a transfer, where the network's records name it.
alter table crypto_transfers add column sender text;
