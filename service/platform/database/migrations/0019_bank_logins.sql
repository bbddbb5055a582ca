-- Customers who log in at their bank to share an account (service/bank-login).

create table bank_logins (
  bank_login_id text primary key,
  operator_id text not null references operators,
  -- The intent whose client secret began it.
  subject text not null,
  status text not null
    check (status in ('open', 'exchanging', 'confirmed', 'refused', 'failed', 'expired')),
  version integer not null default 1,
  -- SHA-256 of the state that comes back with the customer.
  state_hash text not null unique,
  verifier_sealed text,
  account_sealed text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  expires_at timestamptz not null
);
create index bank_logins_of_subject on bank_logins (subject, bank_login_id desc);
create index bank_logins_open on bank_logins (expires_at) where status in ('open', 'exchanging');
