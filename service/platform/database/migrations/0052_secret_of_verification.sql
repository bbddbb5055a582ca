-- A verification that a payment's secret took part in does not count for payouts
-- (docs/customers/identity.md). Earlier verifications keep counting: their secret is unknown.
alter table kyc_verifications add column payment_secret_used boolean not null default false;
alter table kyc_handoffs add column from_payment boolean not null default false;
