-- Reconciliation (docs/payments/reconciliation.md): processors' reports and bank statements, their
-- rows, what each row matched, and the breaks that people resolve.

-- A processor (`alpha`) or a bank account (`bank:…1234`). Its row serialises imports of one source.
create table settlement_sources (
  operator_id text not null references operators,
  source text not null,
  kind text not null check (kind in ('processor', 'bank')),
  -- Shown to staff; a bank account's last four digits.
  label text not null,
  -- Of the newest statement: the next one must begin here.
  last_closing_minor bigint,
  last_sequence bigint,
  last_date text,
  -- Our records before this time are known to be in a report, or have a break.
  checked_until timestamptz,
  created_at timestamptz not null,
  primary key (operator_id, source)
);

create table settlement_files (
  operator_id text not null references operators,
  settlement_file_id text not null,
  source text not null,
  format text not null check (format in ('csv', 'stripe', 'adyen', 'bai2', 'camt053', 'mt940')),
  name text,
  -- SHA-256 of the content, hexadecimal.
  content_hash text not null,
  size_bytes bigint not null,
  state text not null check (state in ('pending', 'processing', 'processed', 'failed')),
  row_count integer not null,
  -- Rows of the file that are stored; the import resumes after them.
  rows_done integer not null default 0,
  refusal_code text,
  refusal_line integer,
  refusal_message text,
  uploaded_by jsonb not null,
  lease_until timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  processed_at timestamptz,
  primary key (operator_id, settlement_file_id)
);
-- One import for one content. A refused file can be sent again.
create unique index settlement_files_one_content on settlement_files (operator_id, content_hash)
  where state <> 'failed';
create index settlement_files_due on settlement_files (created_at)
  where state in ('pending', 'processing');

-- The content until it is processed, in pieces.
create table settlement_file_parts (
  operator_id text not null references operators,
  settlement_file_id text not null,
  part_no integer not null,
  content_sealed text not null,
  created_at timestamptz not null,
  primary key (operator_id, settlement_file_id, part_no)
);
create index settlement_file_parts_old on settlement_file_parts (created_at);

create table settlement_batches (
  operator_id text not null references operators,
  settlement_batch_id text not null,
  settlement_file_id text not null,
  source text not null,
  kind text not null check (kind in ('processor', 'bank')),
  -- The source's own number: a payout's id, or a statement's number or day.
  batch_key text not null,
  batch_no integer not null,
  currency text not null,
  gross_minor bigint not null,
  fee_minor bigint not null,
  net_minor bigint not null,
  -- { byType, byFee } of the reader.
  totals jsonb not null,
  payout_reference text not null,
  -- The day at the bank.
  value_date text not null,
  row_count integer not null,
  opening_minor bigint,
  closing_minor bigint,
  content_hash text not null,
  -- Rows are stored and matched.
  is_complete boolean not null default false,
  -- The bank entry that paid it out.
  bank_batch_id text,
  bank_row_no integer,
  created_at timestamptz not null,
  primary key (operator_id, settlement_batch_id),
  constraint settlement_batches_key unique (operator_id, source, batch_key),
  constraint settlement_batches_bank_pair check ((bank_batch_id is null) = (bank_row_no is null)),
  foreign key (operator_id, settlement_file_id) references settlement_files
);
create index settlement_batches_of_day on settlement_batches (operator_id, value_date, source);
create index settlement_batches_unpaid on settlement_batches (operator_id, value_date)
  where kind = 'processor' and bank_batch_id is null;
-- Staff may link several payouts to one entry.
create index settlement_batches_of_entry
  on settlement_batches (operator_id, bank_batch_id, bank_row_no) where bank_batch_id is not null;

create table settlement_lines (
  operator_id text not null,
  settlement_batch_id text not null,
  row_no integer not null,
  line_no integer not null,
  row_type text not null,
  processor_reference text not null,
  original_reference text not null,
  merchant_reference text not null,
  occurred_at timestamptz,
  currency text not null,
  gross_minor bigint not null,
  fee_minor bigint not null,
  fee_kind text not null,
  net_minor bigint not null,
  value_date text,
  arn text not null,
  reason_code text not null,
  -- A bank entry's text, or a report's own columns; may name people.
  details_sealed text,
  -- `noted`: nothing to match (fees, payouts).
  state text not null check (state in ('matched', 'noted', 'open')),
  matched_type text,
  matched_id text,
  match_rule text,
  primary key (operator_id, settlement_batch_id, row_no),
  foreign key (operator_id, settlement_batch_id) references settlement_batches
);
create index settlement_lines_open on settlement_lines (operator_id, settlement_batch_id)
  where state = 'open';
create index settlement_lines_of_record on settlement_lines (operator_id, matched_type, matched_id)
  where matched_id is not null;
-- A payment is charged once, and a refund paid once.
create unique index settlement_lines_one_match
  on settlement_lines (operator_id, matched_type, matched_id, row_type)
  where state = 'matched' and row_type in ('charge', 'refund');

create table settlement_breaks (
  operator_id text not null references operators,
  settlement_break_id text not null,
  -- What the break is about, so that it is opened once.
  break_key text not null,
  class text not null,
  state text not null check (state in ('open', 'explained', 'resolved', 'written_off')),
  source text not null,
  settlement_batch_id text,
  row_no integer,
  subject_type text,
  subject_id text,
  processor_reference text,
  currency text not null,
  amount_minor bigint not null check (amount_minor >= 0),
  -- Fields of both records, for the comparison.
  ours jsonb not null,
  theirs jsonb not null,
  owner_staff_id text,
  -- { action, staffId }: waits for a second person.
  proposal jsonb,
  version integer not null default 1,
  opened_at timestamptz not null,
  updated_at timestamptz not null,
  closed_at timestamptz,
  primary key (operator_id, settlement_break_id),
  constraint settlement_breaks_key unique (operator_id, break_key)
);
create index settlement_breaks_open on settlement_breaks (operator_id, opened_at)
  where state in ('open', 'explained');
create index settlement_breaks_of_batch on settlement_breaks (operator_id, settlement_batch_id);
create index settlement_breaks_of_subject
  on settlement_breaks (operator_id, subject_type, subject_id);

-- What people did with a break, and why.
create table settlement_break_notes (
  operator_id text not null,
  settlement_break_id text not null,
  note_no integer not null,
  at timestamptz not null,
  -- { kind, staffId }
  actor jsonb not null,
  action text not null,
  text_sealed text,
  primary key (operator_id, settlement_break_id, note_no),
  foreign key (operator_id, settlement_break_id) references settlement_breaks
);
