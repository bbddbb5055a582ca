-- A verification from before a change of name or date of birth used to keep its status and was
-- ignored when judged. Its status now says so (service/kyc/store/expire-verification.ts).
update kyc_verifications as v set status = 'expired'
  from customers as c
  where c.operator_id = v.operator_id and c.external_customer_id = v.external_customer_id
    and v.status in ('verified', 'verified_manually') and v.decided_at < c.identity_changed_at;
