-- The processor's object for a charge, stored before the request that charges
-- (payments/methods/card/prepare-charge.ts).
alter table payments add column charge_reference text;
