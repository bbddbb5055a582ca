-- Refunds that go to a destination that the customer names (docs/payments/refunds.md).
alter table refunds drop constraint refunds_step_check;
alter table refunds add constraint refunds_step_check check (
  step in (
    'requested', 'processing', 'awaiting_destination', 'awaiting_approval', 'success', 'failed', 'canceled'
  )
) not valid;
-- `bank` or `crypto`; null while the money goes back by the payment's own route.
alter table refunds add column transfer_type text check (transfer_type in ('bank', 'crypto'));
alter table refunds add column transfer_asset text;
alter table refunds add column transfer_network text;
-- Base units to send, once they are fixed, and the most that this refund may send.
alter table refunds add column transfer_units numeric check (transfer_units > 0);
alter table refunds add column transfer_most_units numeric check (transfer_most_units > 0);
alter table refunds add column link_generation integer;
alter table refunds add column link_expires_at timestamptz;
-- The destination with the address and browser that named it. Erased with the customer.
alter table refunds add column destination_sealed text;
-- What sends the money, from the approval on.
alter table refunds add column transfer_provider text;
-- Money that arrived beside an order is returned in its asset and is no part of the order's base.
alter table refunds drop constraint refunds_base_minor_check;
alter table refunds add constraint refunds_base_minor_check check (
  base_minor > 0 or (base_minor = 0 and transfer_most_units is not null)
) not valid;
alter table refunds add constraint refunds_units_check check (
  transfer_units is null or transfer_units <= transfer_most_units
) not valid;
-- Links name a refund by its id alone.
create index refunds_by_id on refunds (refund_id);
