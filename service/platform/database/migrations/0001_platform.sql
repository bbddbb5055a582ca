-- The platform's own tables and the operators. Times come from the service's clock, never from now().

create table service_settings (
  name text primary key,
  value text not null
);

create table operators (
  operator_id text primary key,
  name text not null,
  is_demo boolean not null default false,
  settings jsonb not null default '{}',
  feature_flags jsonb not null default '{}',
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
-- At most one demo operator.
create unique index operators_demo on operators (is_demo) where is_demo;

-- Each operator's data key, wrapped by the key-encryption key.
create table data_keys (
  operator_id text not null references operators,
  key_version integer not null,
  wrapped_key text not null,
  created_at timestamptz not null,
  primary key (operator_id, key_version)
);

create table api_keys (
  key_id text primary key,
  operator_id text not null references operators,
  kind text not null check (kind in ('secret', 'publishable')),
  environment text not null check (environment in ('sandbox', 'live')),
  key_hash text not null unique,
  hint text not null,
  created_at timestamptz not null,
  revoked_at timestamptz
);
create index api_keys_operator on api_keys (operator_id);

-- One row per Idempotency-Key in use; status_code is null while its request runs under a lease.
create table idempotency_keys (
  scope text primary key,
  operator_id text not null,
  fingerprint text not null,
  status_code integer,
  answer_sealed text,
  lease_until timestamptz,
  lease_token text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  check ((status_code is null) = (lease_token is not null))
);
create index idempotency_keys_expiry on idempotency_keys (expires_at);
