-- A code by text message is bound to a purpose and a subject, and to the number on file when it was
-- sent (service/sms). Codes from before have the purpose 'unbound', which verifies nothing.
alter table sms_verifications
  add column purpose text not null default 'unbound',
  add column subject text not null default '',
  -- Blind index of the number on file when the code was first sent; null: there was none.
  add column on_file_index text;
update sms_verifications set status = 'canceled' where status = 'pending';
drop index sms_verifications_pending;
-- At most one pending code for each purpose and subject of a customer.
create unique index sms_verifications_pending
  on sms_verifications (operator_id, external_customer_id, purpose, subject)
  where status = 'pending';

-- Notices to a verified number that the operator's server replaced. A row is deleted once its message
-- was sent, or after a day without success.
create table sms_notices (
  sms_notice_id text primary key,
  operator_id text not null references operators,
  external_customer_id text not null,
  phone_number_sealed text not null,
  next_try_at timestamptz not null,
  created_at timestamptz not null
);
create index sms_notices_due on sms_notices (next_try_at);

-- True while the date of birth was stated with a client secret and not by the operator's server. Such
-- a date confirms nobody (service/tax/capture).
alter table customers add column date_of_birth_claimed boolean not null default false;
