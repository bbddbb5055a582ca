-- Card attempts of the last hour, by what limits count (service/payments/card-attempts). Customers and
-- addresses appear as keyed indexes only.
create table card_attempt_counts (
  operator_id text not null references operators,
  -- Keyed index of a customer, an address or an intent.
  subject text not null,
  kind text not null check (kind in ('customer', 'address', 'intent')),
  -- `<milliseconds, 13 digits> <payment id>`, oldest first; never more than the limit allows.
  attempts text[] not null,
  -- When a refusal was last written to the audit log.
  refused_at timestamptz,
  updated_at timestamptz not null,
  primary key (operator_id, subject)
);
create index card_attempt_counts_by_time on card_attempt_counts (updated_at);

-- A bank login is bound to the browser that left for the bank (service/bank-login). Logins from before
-- have no browser, so nobody can complete them: the customer starts again.
alter table bank_logins
  -- The bank's page, until the link to it is opened.
  add column authorization_sealed text,
  add column opened_at timestamptz,
  -- SHA-256 of the cookie of the browser that left.
  add column browser_hash text;
