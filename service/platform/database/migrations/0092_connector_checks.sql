-- What `connectors check` found last (docs/connectors/card-processors.md).
create table connector_checks (
  operator_id text not null references operators,
  processor text not null,
  vendor text not null,
  -- By the machine's time.
  started_at timestamptz not null,
  checked_at timestamptz,
  passed boolean,
  connector_version integer,
  -- Keyed index of the address, settings and secrets that were tried.
  keys_index text,
  -- [{ step, result, codes }]
  steps jsonb,
  -- The start whose result this is. Null while the newest one runs.
  finished_start timestamptz,
  primary key (operator_id, processor)
);
