-- Customers who may be on the sanctions list, and what staff decided (docs/payouts/sanctions.md).
create table sanctions_screenings (
  operator_id text not null references operators,
  external_customer_id text not null,
  -- The load of the list, and a fingerprint of the person's data. Another of either is screened again.
  list_version text not null,
  subject_index text not null,
  screened_at timestamptz not null,
  primary key (operator_id, external_customer_id)
);

create table sanctions_reviews (
  operator_id text not null references operators,
  sanctions_review_id text not null,
  external_customer_id text not null,
  list text not null,
  entry_id text not null,
  -- Fingerprints of the listed person and of the customer's data: a decision covers exactly these.
  entry_hash text not null,
  subject_index text not null,
  score integer not null,
  -- clearing: one person cleared it, and the operator wants a second one.
  state text not null check (state in ('open', 'clearing', 'cleared', 'confirmed')),
  -- JSON { person, entry, explanation, listPublishedOn }: both records as they were compared.
  evidence_sealed text not null,
  reason_sealed text,
  -- { kind, staffId }
  cleared_by jsonb,
  decided_by jsonb,
  version integer not null,
  opened_at timestamptz not null,
  updated_at timestamptz not null,
  decided_at timestamptz,
  primary key (operator_id, sanctions_review_id)
);
-- One undecided or confirmed review of a customer and an entry.
create unique index sanctions_reviews_one
  on sanctions_reviews (operator_id, external_customer_id, list, entry_id)
  where state in ('open', 'clearing', 'confirmed');
create index sanctions_reviews_of_customer
  on sanctions_reviews (operator_id, external_customer_id);
create index sanctions_reviews_waiting on sanctions_reviews (operator_id, sanctions_review_id)
  where state in ('open', 'clearing');
