-- As payments_one_charge: whoever names one payout for two disbursements, or one payment of the bank's for two
-- payments, is not believed the second time (service/disbursements/flow/send-payout.ts, service/open-banking/order.ts).
create unique index disbursement_intents_one_payout on disbursement_intents (provider, payout_id)
  where payout_id is not null;
create unique index bank_payments_one on bank_payments (bank_payment_id) where bank_payment_id is not null;
