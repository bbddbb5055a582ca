-- Identity verifications (service/kyc). What was read, what came of it and all pictures are sealed.
-- document_index is a blind index of issuer and number: the same document with another customer.

create table kyc_verifications (
  kyc_verification_id text primary key,
  operator_id text not null references operators,
  external_customer_id text not null,
  document_type text check (document_type in ('drivers_license', 'passport')),
  status text not null check (status in ('pending', 'verified', 'under_review', 'rejected',
    'verified_manually', 'rejected_manually', 'expired')),
  origin text not null check (origin in ('asked', 'self', 'retry', 'reopened')),
  version integer not null default 1,
  consented_at timestamptz,
  submitted_at timestamptz,
  decided_at timestamptz,
  -- When the reader is to look at it (again); null when there is nothing to read.
  read_due_at timestamptz,
  read_tries integer not null default 0,
  lease_token text,
  unreadable_before integer not null default 0,
  reading_sealed text,
  outcome_sealed text,
  document_index text,
  document_expires_on text,
  decided_by text,
  decision_reason_sealed text,
  delete_images_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  foreign key (operator_id, external_customer_id)
    references customers (operator_id, external_customer_id)
);
create index kyc_verifications_of_customer
  on kyc_verifications (operator_id, external_customer_id, kyc_verification_id desc);
-- At most one open for each customer, whoever races.
create unique index kyc_verifications_open on kyc_verifications (operator_id, external_customer_id)
  where status in ('pending', 'under_review');
create index kyc_verifications_to_read on kyc_verifications (read_due_at)
  where read_due_at is not null;
create index kyc_verifications_in_review on kyc_verifications (operator_id, submitted_at)
  where status = 'under_review';
create index kyc_verifications_by_document on kyc_verifications (operator_id, document_index)
  where document_index is not null;
create index kyc_verifications_by_expiry on kyc_verifications (document_expires_on)
  where status in ('verified', 'verified_manually');
create index kyc_verifications_by_deletion on kyc_verifications (delete_images_at)
  where delete_images_at is not null;

-- A customer's links and client secret. The secret is derived from the row, so it is stored nowhere.
create table kyc_links (
  link_id text primary key,
  operator_id text not null references operators,
  external_customer_id text not null,
  generation integer not null,
  expires_at timestamptz not null,
  -- The generation that a capture was begun with, and until when it lives on beyond its hour.
  capture_generation integer,
  capture_until timestamptz,
  created_at timestamptz not null,
  constraint kyc_links_customer unique (operator_id, external_customer_id),
  foreign key (operator_id, external_customer_id)
    references customers (operator_id, external_customer_id)
);

-- Pictures. While one comes in, its pieces are rows of kyc_image_pieces; when it is whole it is
-- cleaned and stands sealed in image_sealed.
create table kyc_images (
  upload_id text primary key,
  operator_id text not null references operators,
  kyc_verification_id text not null references kyc_verifications,
  side text not null check (side in ('front', 'back', 'photo_page')),
  state text not null check (state in ('uploading', 'received', 'refused', 'replaced', 'deleted')),
  size_bytes integer not null,
  received_bytes integer not null default 0,
  content_type text,
  problems_sealed text,
  image_sealed text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index kyc_images_of_verification on kyc_images (kyc_verification_id, upload_id);
create unique index kyc_images_received on kyc_images (kyc_verification_id, side)
  where state = 'received';

create table kyc_image_pieces (
  upload_id text not null references kyc_images,
  begins_at integer not null,
  piece_sealed text not null,
  primary key (upload_id, begins_at)
);

-- Who looked at what, when and why. Rows are only ever added.
create table kyc_access_log (
  access_id bigint generated always as identity primary key,
  operator_id text not null,
  kyc_verification_id text not null references kyc_verifications,
  upload_id text,
  actor text not null,
  action text not null,
  accessed_at timestamptz not null
);
create index kyc_access_log_of_verification on kyc_access_log (kyc_verification_id, access_id);
