-- compatible-from: 0100
-- The appearance of an operator's widgets (docs/console/appearance.md): every published version.
create table appearance_versions (
  operator_id text not null references operators,
  version integer not null check (version > 0),
  -- Null: Tessera's own look.
  appearance jsonb,
  -- The older version that this one brought back.
  restored_version integer,
  -- staff:<id>, command or service.
  published_by text not null,
  published_at timestamptz not null,
  primary key (operator_id, version)
);

-- What staff are working on; customers do not see it.
create table appearance_drafts (
  operator_id text primary key references operators,
  appearance jsonb not null,
  saved_by text not null,
  saved_at timestamptz not null
);
