-- Documents that wait to be read are taken from operators in turns (service/kyc/reading).
drop index kyc_verifications_to_read;
create index kyc_verifications_due_by_operator on kyc_verifications (operator_id, read_due_at)
  where read_due_at is not null;
