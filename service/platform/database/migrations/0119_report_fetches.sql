-- compatible-from: 0100
-- Which processors' settled batches a process is fetching now (reporting/settlement/fetch-lease.ts).
create table settlement_fetches (
  -- The name of an entry of PROCESSORS. Its account belongs to the installation, not to one operator.
  processor text primary key,
  -- See platform/database/machine-lease.ts.
  next_check_at timestamptz not null,
  lease_check_at timestamptz,
  lease_until timestamptz
);
