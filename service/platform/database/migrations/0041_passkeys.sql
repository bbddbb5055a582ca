-- Passkeys (WebAuthn credentials) of the operators' staff.
create table staff_passkeys (
  passkey_id text primary key,
  operator_id text not null references operators,
  staff_id text not null references staff,
  -- The authenticator's name for it, base64url. One credential belongs to one account.
  credential_id text not null unique,
  -- COSE key, base64url.
  public_key text not null,
  -- The newest signature counter; 0 for authenticators that keep none.
  counter bigint not null,
  -- How the browser can reach the authenticator, comma-separated.
  transports text not null,
  name_sealed text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index staff_passkeys_of_person on staff_passkeys (staff_id, passkey_id);

-- Each is taken once. bound_to: the session, or the hash of the anonymous browser's cookie.
create table staff_passkey_challenges (
  challenge_hash text primary key,
  purpose text not null check (purpose in ('register', 'second_factor', 'login')),
  bound_to text not null,
  expires_at timestamptz not null
);
create index staff_passkey_challenges_of_browser on staff_passkey_challenges (bound_to);
create index staff_passkey_challenges_expiry on staff_passkey_challenges (expires_at);
