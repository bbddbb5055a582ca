-- The ACH rail (service/ach): entries wait for the cut-off, go out in files, settle, or come back.

create table ach_entries (
  ach_entry_id text primary key,
  operator_id text not null references operators,
  -- What it was ordered under; the same key again is the same entry.
  entry_key text not null,
  source text not null check (source in ('disbursement', 'payment')),
  direction text not null check (direction in ('credit', 'debit')),
  account_type text not null check (account_type in ('checking', 'savings')),
  -- Routing number, account number and name.
  details_sealed text not null,
  amount_minor bigint not null check (amount_minor > 0),
  company_name text not null,
  status text not null
    check (status in ('queued', 'canceled', 'filed', 'settled', 'returned')),
  -- The status that the source has been told; the job tells it the rest.
  told_status text not null,
  ach_file_id text,
  batch_number integer,
  trace_number text,
  effective_date text,
  -- The first day on which it counts as settled when nothing came back.
  settles_on text,
  return_code text,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint ach_entries_key unique (operator_id, entry_key)
);
create index ach_entries_queued on ach_entries (created_at) where status = 'queued';
create index ach_entries_filed on ach_entries (settles_on) where status = 'filed';
create index ach_entries_to_tell on ach_entries (updated_at) where status <> told_status;
create index ach_entries_by_trace on ach_entries (trace_number) where trace_number is not null;
create index ach_entries_of_file on ach_entries (ach_file_id) where ach_file_id is not null;

-- A file is made from its entries whenever it is needed, so that no account numbers lie here in clear.
create table ach_files (
  ach_file_id text primary key,
  bank_date text not null,
  bank_time text not null,
  id_modifier text not null,
  first_trace bigint not null,
  entry_count integer not null,
  debit_minor bigint not null,
  credit_minor bigint not null,
  written_at timestamptz,
  created_at timestamptz not null,
  constraint ach_files_of_day unique (bank_date, id_modifier)
);
create index ach_files_to_write on ach_files (created_at) where written_at is null;

-- Files that came back, by the hash of what is in them: read once, whatever they are called.
create table ach_return_files (
  content_hash text primary key,
  name text not null,
  return_count integer not null,
  change_count integer not null,
  unknown_count integer not null,
  read_at timestamptz not null
);
