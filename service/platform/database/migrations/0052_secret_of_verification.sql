-- A verification that a payment's secret took part in does not count for payouts
-- (docs/customers/identity.md). Earlier verifications keep counting: their secret is unknown.
alter table kyc_verifications add column payment_secret_used boolean not null default false;
-- What created an earlier handoff is unknown unless it came from the operator's link, so it counts as a
-- payment's; so does one that an older process still creates.
alter table kyc_handoffs add column from_payment boolean not null default true;
update kyc_handoffs set from_payment = false where link_id is not null;
-- A payment's handoff and another one do not replace each other.
alter table kyc_handoffs drop constraint kyc_handoffs_customer;
alter table kyc_handoffs add constraint kyc_handoffs_customer
  unique (operator_id, external_customer_id, from_payment);
