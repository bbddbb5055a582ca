-- The published sanctions list, the same for all operators (docs/payouts/sanctions.md). It holds no customers.
create table sanctions_lists (
  list_id text primary key,
  -- The load whose entries count; null before the first.
  version text,
  -- [{ name, entries, persons, publishedOn, sha256 }] of the files of that load.
  files jsonb not null default '[]',
  persons integer not null default 0,
  -- When the files were last read in full and found complete.
  checked_at timestamptz,
  changed_at timestamptz,
  next_check_at timestamptz not null,
  -- See platform/database/machine-lease.ts.
  lease_check_at timestamptz,
  lease_until timestamptz,
  -- Why the newest files were refused, since when; null if they were not.
  problem text,
  problem_since timestamptz
);

create table sanctions_entries (
  version text not null,
  position integer not null,
  entry jsonb not null,
  primary key (version, position)
);
