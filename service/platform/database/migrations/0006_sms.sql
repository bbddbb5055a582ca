-- Proving phone numbers with codes from text messages. No code is stored: it is derived from the
-- verification's id with a key (service/sms/sms-code.ts). Numbers are sealed; the blind index of a
-- number, the block of numbers that it is in, and the index of the asking address serve the limits.

create table sms_verifications (
  sms_verification_id text primary key,
  operator_id text not null references operators,
  external_customer_id text not null,
  phone_number_sealed text not null,
  phone_index text not null,
  status text not null check (status in ('pending', 'approved', 'failed', 'expired', 'canceled')),
  failed_checks integer not null default 0,
  sends integer not null default 0,
  resend_at timestamptz not null,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  foreign key (operator_id, external_customer_id)
    references customers (operator_id, external_customer_id)
);
-- At most one under way for each customer, whoever races.
create unique index sms_verifications_pending
  on sms_verifications (operator_id, external_customer_id) where status = 'pending';
create index sms_verifications_of_customer
  on sms_verifications (operator_id, external_customer_id, sms_verification_id desc);

create table sms_sends (
  send_id bigint generated always as identity primary key,
  operator_id text not null,
  external_customer_id text not null,
  phone_index text not null,
  phone_block text not null,
  ip_index text not null,
  sent_at timestamptz not null
);
create index sms_sends_of_phone on sms_sends (phone_index, sent_at);
create index sms_sends_of_block on sms_sends (phone_block, sent_at);
create index sms_sends_of_ip on sms_sends (ip_index, sent_at);
create index sms_sends_of_customer on sms_sends (operator_id, external_customer_id, sent_at);
create index sms_sends_by_time on sms_sends (sent_at);
