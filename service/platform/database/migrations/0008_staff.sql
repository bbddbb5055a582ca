-- The operators' staff, their sessions at the console, and the audit log. E-mail addresses, names,
-- password hashes and second-factor secrets are sealed; an address is found by a keyed index over all
-- operators, because one who logs in has named none.

create table staff (
  staff_id text primary key,
  operator_id text not null references operators,
  role text not null check (role in ('viewer', 'reviewer', 'admin')),
  status text not null check (status in ('invited', 'active', 'locked', 'removed')),
  email_sealed text not null,
  email_index text not null,
  name_sealed text,
  -- A PHC string of argon2id; null until an invitation was accepted.
  password_sealed text,
  -- The second factor in use, and one that is being set up.
  totp_sealed text,
  totp_pending_sealed text,
  -- The 30-second step of the newest code that was taken: it and earlier ones are never taken again.
  totp_last_step bigint not null default 0,
  last_login_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index staff_email on staff (email_index) where status <> 'removed';
create index staff_of_operator on staff (operator_id, staff_id);

-- At most one live invitation for each person.
create table staff_invitations (
  staff_id text primary key references staff,
  token_hash text not null unique,
  expires_at timestamptz not null,
  created_at timestamptz not null
);

create table staff_recovery_codes (
  staff_id text not null references staff,
  code_hash text not null,
  primary key (staff_id, code_hash)
);

-- second_factor: the password was right. enrolment: an invitation was accepted. ready: logged in.
create table staff_sessions (
  session_id text primary key,
  staff_id text not null references staff,
  operator_id text not null references operators,
  token_hash text not null unique,
  stage text not null check (stage in ('second_factor', 'enrolment', 'ready')),
  wrong_codes integer not null default 0,
  ip_address_sealed text,
  user_agent_sealed text,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  -- For good, whatever is done in it.
  expires_at timestamptz not null
);
create index staff_sessions_of_person on staff_sessions (staff_id, session_id desc);
create index staff_sessions_expiry on staff_sessions (expires_at);

-- Failed tries to log in, by keyed index of an e-mail address (whether somebody has it or not) or of an
-- IP address. A try counts when it begins and is taken back when it succeeds.
create table staff_login_failures (
  subject text primary key,
  failures integer not null,
  locked_until timestamptz,
  last_failed_at timestamptz not null
);
create index staff_login_failures_age on staff_login_failures (last_failed_at);

-- Who has a case open; see service/console.
create table review_claims (
  kyc_verification_id text primary key references kyc_verifications,
  operator_id text not null references operators,
  staff_id text not null references staff,
  claimed_at timestamptz not null,
  expires_at timestamptz not null
);

-- Rows are only ever added. Each hash covers its row and the hash before it, under a key that the
-- store does not hold in the clear (service/audit).
create table audit_entries (
  operator_id text not null references operators,
  sequence integer not null,
  at timestamptz not null,
  actor_kind text not null check (actor_kind in ('staff', 'command', 'api', 'service')),
  actor_id text,
  action text not null,
  subject_type text not null,
  subject_id text not null,
  -- JSON as the exact text that was hashed.
  details text not null,
  previous_hash text not null,
  hash text not null,
  primary key (operator_id, sequence)
);
create index audit_entries_by_subject on audit_entries (operator_id, subject_id, sequence desc);

-- The newest entry of each operator; its lock puts writers in line.
create table audit_heads (
  operator_id text primary key references operators,
  sequence integer not null,
  hash text not null
);

-- Words that a customer is found by, as keyed indexes. A job brings them up to the customer's version.
create table customer_search (
  customer_id text primary key references customers,
  operator_id text not null,
  tokens text[] not null
);
create index customer_search_tokens on customer_search using gin (tokens);
alter table customers add column search_version integer not null default 0;
create index customers_to_search on customers (customer_id) where search_version <> version;

-- Lists of the console. Identifiers begin with the time of creation, so they give the order.
create index payment_intents_newest on payment_intents (operator_id, payment_intent_id desc);
create index payment_intents_of_customer
  on payment_intents (operator_id, external_customer_id, payment_intent_id desc);
create index webhook_deliveries_newest on webhook_deliveries (operator_id, event_id desc);
create index events_of_resource on events (resource_id, sequence);
create index kyc_verifications_decided_by_staff
  on kyc_verifications (operator_id, status, decided_at desc)
  where status in ('verified_manually', 'rejected_manually');
