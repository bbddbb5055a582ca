-- compatible-from: 0100
-- Staff find a refund by its ARN and an inquiry by the bank's reference (reporting/find/find-things.ts).
create index refunds_of_reference on refunds (operator_id, reference_value)
  where reference_value is not null;
create index disputes_of_bank_reference on disputes (operator_id, bank_reference)
  where bank_reference is not null;
