-- Staff can enter the outcome of a payout (service/payouts/outcomes), as of payments and refunds.
alter table outcome_marks
  alter column payment_intent_id drop not null,
  alter column payment_id drop not null,
  add column disbursement_intent_id text references disbursement_intents,
  drop constraint outcome_marks_subject_type_check,
  add constraint outcome_marks_subject_type_check check (subject_type in ('payment', 'refund', 'payout')),
  add constraint outcome_marks_about check (
    case when subject_type = 'payout'
      then disbursement_intent_id is not null and payment_intent_id is null and payment_id is null
      else disbursement_intent_id is null and payment_intent_id is not null and payment_id is not null end);
create index outcome_marks_of_payout on outcome_marks (operator_id, disbursement_intent_id)
  where disbursement_intent_id is not null;

alter table outcome_alarms
  alter column payment_intent_id drop not null,
  alter column payment_id drop not null,
  add column disbursement_intent_id text references disbursement_intents,
  drop constraint outcome_alarms_subject_type_check,
  add constraint outcome_alarms_subject_type_check check (subject_type in ('payment', 'refund', 'payout')),
  add constraint outcome_alarms_about check (
    case when subject_type = 'payout'
      then disbursement_intent_id is not null and payment_intent_id is null and payment_id is null
      else disbursement_intent_id is null and payment_intent_id is not null and payment_id is not null end);
create index outcome_alarms_of_payout on outcome_alarms (operator_id, disbursement_intent_id)
  where disbursement_intent_id is not null;

-- It counted as failed before, because staff said so.
alter table disbursement_intents add column arrived_late boolean not null default false;
