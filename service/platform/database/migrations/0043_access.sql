-- Restricted secret keys, who created and decided a payout, and what each approver approved in a day.

alter table api_keys
  -- What an operator calls it.
  add column label text,
  -- contract/api-key-scopes.ts; null: everything. CIDR ranges; null: from anywhere.
  add column scopes text[] check (cardinality(scopes) > 0),
  add column allowed_addresses text[] check (cardinality(allowed_addresses) > 0),
  -- JSON, currency to minor units a day; null: no limit. A currency that is missing may not be approved.
  add column approval_limits text,
  -- staff:<id>, command or service; null for keys older than this column.
  add column created_by text,
  -- The first of the keys that this one replaced; null where it replaced none.
  add column line_id text references api_keys,
  -- When a key that was rolled ends.
  add column expires_at timestamptz,
  -- Brought up to date once a minute.
  add column last_used_at timestamptz,
  add column version integer not null default 1;

alter table staff add column approval_limits text;

alter table disbursement_intents
  -- Null for payouts older than these columns; decided_key_id also where staff decided.
  add column created_key_id text,
  add column decided_key_id text;

-- One row per approver and currency: what they approved on their latest day, in the operator's time zone.
create table approval_totals (
  operator_id text not null references operators,
  -- key:<the first key of its line> or staff:<id>
  approver text not null,
  currency text not null,
  -- YYYY-MM-DD
  day text not null,
  approved_minor bigint not null check (approved_minor >= 0),
  primary key (operator_id, approver, currency)
);
