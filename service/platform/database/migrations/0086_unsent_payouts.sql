-- Payees who are screened when a new sanctions list arrives (payouts/store/held-payouts.ts).
create index disbursement_intents_unsent on disbursement_intents (operator_id, external_customer_id)
  where step in ('awaiting_approval', 'approved');
