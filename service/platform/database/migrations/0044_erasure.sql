-- Customers whose personal data was erased: the row stays under its id, for what refers to it.

alter table customers add column erased_at timestamptz;

create table customer_erasures (
  operator_id text not null references operators,
  external_customer_id text not null,
  -- customer_request, retention_ended, created_by_mistake or other
  reason text not null,
  -- As the audit log names who asked.
  actor text not null,
  erased_at timestamptz not null,
  -- When signed W-9 forms and proofs of bank debits that the law keeps are deleted; null: none are kept.
  tax_records_until timestamptz,
  mandates_until timestamptz,
  -- When answers stored for repeated requests were searched; null: still to do.
  answers_forgotten_at timestamptz,
  primary key (operator_id, external_customer_id)
);
create index customer_erasures_answers on customer_erasures (erased_at) where answers_forgotten_at is null;
create index customer_erasures_tax on customer_erasures (tax_records_until) where tax_records_until is not null;
create index customer_erasures_mandates on customer_erasures (mandates_until) where mandates_until is not null;

-- Nothing personal is stored for an erased customer again, however a request and an erasure meet: the row of
-- the customer is held, so that the insert waits for an erasure under way and sees it.
create function refuse_erased_customer() returns trigger language plpgsql as $$
begin
  perform 1 from customers
    where operator_id = new.operator_id and external_customer_id = new.external_customer_id
    for key share;
  if exists (
    select from customers
    where operator_id = new.operator_id and external_customer_id = new.external_customer_id
      and erased_at is not null
  ) then
    raise exception 'the customer was erased' using errcode = 'TE001';
  end if;
  return new;
end $$;

create trigger refuse_erased_customer before insert on customer_last_seen
  for each row execute function refuse_erased_customer();
create trigger refuse_erased_customer before insert on sms_verifications
  for each row execute function refuse_erased_customer();
create trigger refuse_erased_customer before insert on sms_sends
  for each row execute function refuse_erased_customer();
create trigger refuse_erased_customer before insert on sms_notices
  for each row execute function refuse_erased_customer();
create trigger refuse_erased_customer before insert on kyc_verifications
  for each row execute function refuse_erased_customer();
create trigger refuse_erased_customer before insert on kyc_links
  for each row execute function refuse_erased_customer();
create trigger refuse_erased_customer before insert on kyc_handoffs
  for each row execute function refuse_erased_customer();
create trigger refuse_erased_customer before insert on w9_forms
  for each row execute function refuse_erased_customer();
create trigger refuse_erased_customer before insert on payment_intents
  for each row execute function refuse_erased_customer();
create trigger refuse_erased_customer before insert on disbursement_intents
  for each row execute function refuse_erased_customer();
create trigger refuse_erased_customer before insert on payment_methods
  for each row execute function refuse_erased_customer();
create trigger refuse_erased_customer before insert on payout_methods
  for each row execute function refuse_erased_customer();
create trigger refuse_erased_customer before insert on prizes
  for each row execute function refuse_erased_customer();
