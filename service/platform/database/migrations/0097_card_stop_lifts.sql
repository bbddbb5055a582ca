-- Staff can end the 30 days without charges that a network's advice not to try a card again begins
-- (payments/methods/card/stopped-cards.ts). The columns are of the payment that was declined.
alter table payments add column stop_lifted_at timestamptz;
-- Who and why.
alter table payments add column stop_lift_sealed text;
