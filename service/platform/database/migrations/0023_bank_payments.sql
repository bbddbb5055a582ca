-- Payments that customers confirm at their bank (service/open-banking).

create table bank_payments (
  -- The attempt that it belongs to; also the key that the bank is given.
  payment_id text primary key,
  payment_intent_id text not null,
  operator_id text not null references operators,
  status text not null
    check (status in ('waiting', 'at_bank', 'exchanging', 'ordering', 'accepted', 'settled',
      'rejected', 'refused', 'canceled', 'expired', 'failed')),
  version integer not null default 1,
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null,
  payee text not null,
  reference text not null,
  -- How the customer goes to the bank and comes back.
  way text not null check (way in ('redirect', 'popup')),
  return_url_sealed text not null,
  -- The last time that the bank's page was opened; links that were made before are used up.
  opened_at timestamptz,
  -- SHA-256 of the state that comes back with the customer, and of the cookie of the browser that left.
  state_hash text unique,
  browser_hash text,
  verifier_sealed text,
  -- The customer's leave to pay, until it is used.
  token_sealed text,
  agreed_at timestamptz,
  bank_payment_id text,
  account jsonb,
  reason text,
  -- The status that the payment was told of last.
  told_status text,
  -- Questions to the bank since the last change.
  checks integer not null default 0,
  next_check_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  expires_at timestamptz not null
);
create index bank_payments_due on bank_payments (next_check_at) where next_check_at is not null;
create index bank_payments_untold on bank_payments (updated_at)
  where told_status is distinct from status and status not in ('waiting', 'at_bank');
