-- Failed logins are counted for an account in a network, so a person who fails elsewhere locks nobody out.
-- Unlocking an account needs all of its counters.
alter table staff_login_failures add column email_index text;
create index staff_login_failures_of_account on staff_login_failures (email_index)
  where email_index is not null;

-- Browsers in which a member of staff has completed a login. The browser's token is stored only hashed.
create table staff_devices (
  device_id text primary key,
  operator_id text not null references operators,
  staff_id text not null references staff,
  token_hash text not null unique,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null
);
create index staff_devices_of_person on staff_devices (staff_id, last_used_at desc);
create index staff_devices_expiry on staff_devices (expires_at);

-- Failed logins that wait for their audit entry. A failure for an address that nobody has is written too,
-- so that both take the same time; the job drops it.
create table staff_login_events (
  event_id bigint generated always as identity primary key,
  email_index text not null,
  -- A keyed fingerprint, to compare entries by; no address.
  network text not null,
  step text not null check (step in ('password', 'code', 'passkey')),
  known_device boolean not null,
  locked boolean not null,
  failed_at timestamptz not null
);
