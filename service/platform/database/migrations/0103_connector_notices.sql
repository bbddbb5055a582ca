-- compatible-from: 0100
-- Notices of vendors that have only our short reference of a charge are found by it
-- (payments/disputes/find-changed.ts).
create index payments_of_reference on payments (processor, charge_reference)
  where charge_reference is not null;

-- While a check runs: when the vendor's notices arrived at our address, by the machine's time. A refused one had a
-- wrong signature. A payout processor is `payout:<name>` in the column `processor`.
alter table connector_checks
  add column noticed_at timestamptz,
  add column notice_refused_at timestamptz;
