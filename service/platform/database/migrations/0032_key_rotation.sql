-- Key-encryption keys have ids, data keys have a life cycle and a count of uses, and the keys behind
-- look-up hashes no longer depend on either.

-- kek_id: the key-encryption key that wraps it; null: wrapped before they had ids.
-- incoming: readable, not used yet. active: seals. retiring: readable until nothing is sealed with it.
-- uses: seals that processes have reserved, in blocks. rotation: number of the rotation that made it.
alter table data_keys
  add column kek_id text,
  add column state text not null default 'active' check (state in ('incoming', 'active', 'retiring')),
  add column uses bigint not null default 0,
  add column retired_at timestamptz,
  add column rotation integer not null default 0,
  add check ((state = 'retiring') = (retired_at is not null));
create unique index data_keys_active on data_keys (operator_id) where state = 'active';
create unique index data_keys_incoming on data_keys (operator_id) where state = 'incoming';

-- The key of look-up hashes, of an operator or ('service') of the whole service. It never changes.
create table index_keys (
  owner text primary key,
  wrapped_key text not null,
  kek_id text not null,
  created_at timestamptz not null
);

-- A pass over every sealed column that seals old values again. At most one is open.
create table key_walks (
  walk_id bigint generated always as identity primary key,
  started_at timestamptz not null,
  table_name text,
  cursor text,
  resealed bigint not null default 0,
  late bigint not null default 0,
  broken bigint not null default 0,
  lease_token text,
  lease_until timestamptz,
  finished_at timestamptz
);
create unique index key_walks_open on key_walks ((finished_at is null)) where finished_at is null;
