-- compatible-from: 0100
-- Customers' consents to payouts by the vendor of a bank login (service/providers/payout/kit/payout-consents.ts). A
-- payout and a saved method name the one that they use. One that nothing uses is ended at the vendor and deleted.
create table payout_consents (
  consent_id text primary key,
  operator_id text not null,
  -- The entry of PAYOUT_PROCESSOR that can use it.
  provider text not null,
  -- The vendor's ids.
  details_sealed text not null,
  created_at timestamptz not null,
  -- When the vendor said that it has ended. It pays nothing any more, and is only kept for look-ups.
  ended_at timestamptz,
  -- When to look next whether it is used, and how often the vendor was asked in vain to end it.
  next_check_at timestamptz not null,
  tries integer not null default 0,
  -- See platform/database/machine-lease.ts.
  lease_check_at timestamptz,
  lease_until timestamptz
);
create index payout_consents_due on payout_consents (next_check_at);

alter table disbursement_intents add column consent_id text;
create index disbursement_intents_by_consent on disbursement_intents (operator_id, consent_id)
  where consent_id is not null;
alter table payout_methods add column consent_id text;
create index payout_methods_by_consent on payout_methods (operator_id, consent_id)
  where consent_id is not null;
