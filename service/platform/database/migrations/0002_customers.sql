-- Customers of operators. Personal data is sealed field by field; e-mail is found by a blind index
-- of its lower-case form. identity_changed_at is when the legal name or date of birth last changed:
-- what was verified before it no longer counts.

create table customers (
  customer_id text primary key,
  operator_id text not null references operators,
  external_customer_id text not null,
  email_sealed text not null,
  email_index text not null,
  first_name_sealed text,
  middle_name_sealed text,
  last_name_sealed text,
  suffix_sealed text,
  date_of_birth_sealed text,
  phone_number_sealed text,
  address_sealed text,
  phone_verified_at timestamptz,
  identity_changed_at timestamptz not null,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint customers_external_id unique (operator_id, external_customer_id),
  constraint customers_email unique (operator_id, email_index)
);
-- Lists: newest first. customer_id begins with the time of creation.
create index customers_newest on customers (operator_id, customer_id desc);
