-- W-9 forms (service/tax). One row for each time that a customer is asked for one. What was signed,
-- the taxpayer number and drafts are sealed; tin_index is a blind index: the same number with another
-- customer.

create table w9_forms (
  w9_id text primary key,
  operator_id text not null references operators,
  external_customer_id text not null,
  -- void: staff wants another one.
  status text not null check (status in ('pending', 'completed', 'void')),
  version integer not null default 1,
  -- Secrets of links are derived from the row and the generation (service/tax/links).
  link_generation integer not null,
  link_expires_at timestamptz not null,
  -- When the link of the generation before ends.
  earlier_link_expires_at timestamptz,
  -- End of the newest intent that the customer was asked in: until then its widget's link may prefill.
  intent_live_until timestamptz,
  -- Wrong dates of birth on this generation's links.
  confirm_failures integer not null default 0,
  not_us_person boolean not null default false,
  draft_sealed text,
  -- All that follows is written when it is signed.
  completed_at timestamptz,
  form_revision text,
  form_sealed text,
  tin_sealed text,
  tin_index text,
  backup_withholding boolean not null default false,
  -- How it was made likely that the signer is the customer.
  confirmed_by text check (confirmed_by in ('intent', 'date_of_birth', 'phone')),
  tin_match text not null default 'unverified'
    check (tin_match in ('unverified', 'pending', 'match', 'mismatch')),
  tin_match_code text,
  tin_matched_at timestamptz,
  -- When the number is to be asked about (again); null when there is nothing to ask.
  match_due_at timestamptz,
  match_tries integer not null default 0,
  lease_token text,
  voided_at timestamptz,
  voided_by text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  foreign key (operator_id, external_customer_id)
    references customers (operator_id, external_customer_id)
);
create index w9_forms_of_customer on w9_forms (operator_id, external_customer_id, w9_id desc);
-- At most one waited for from each customer, whoever races.
create unique index w9_forms_pending on w9_forms (operator_id, external_customer_id)
  where status = 'pending';
create index w9_forms_completed on w9_forms (operator_id, completed_at)
  where status = 'completed';
create index w9_forms_by_tin on w9_forms (operator_id, tin_index) where tin_index is not null;
create index w9_forms_to_match on w9_forms (match_due_at) where match_due_at is not null;

-- Every access that led to a form or looked at one. Rows are only ever added.
create table w9_access_log (
  access_id bigint generated always as identity primary key,
  operator_id text not null,
  w9_id text not null references w9_forms,
  actor text not null,
  action text not null,
  ip_address_sealed text,
  user_agent_sealed text,
  accessed_at timestamptz not null
);
create index w9_access_log_of_form on w9_access_log (w9_id, access_id);
