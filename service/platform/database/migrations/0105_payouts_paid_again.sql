-- compatible-from: 0100
-- It counted as paid, then as not paid, then as paid again: its second arrival has its own postings.
alter table disbursement_intents add column arrived_again boolean not null default false;

-- The processor says that the ID that staff entered belongs to another payout (service/payouts/outcomes).
alter table outcome_alarms
  drop constraint outcome_alarms_problem_check,
  add constraint outcome_alarms_problem_check check (problem in ('happened_after_all', 'not_happened_after_all',
    'other_reference', 'other_amount', 'happened_twice', 'reference_of_another'));
