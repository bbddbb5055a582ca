-- What customers agreed to when their bank accounts were debited (service/payments/methods/bank).

create table bank_mandates (
  -- One for each debit.
  payment_id text primary key references payments,
  operator_id text not null references operators,
  payment_intent_id text not null,
  -- Blind index of routing and account number.
  account_index text not null,
  version text not null,
  locale text not null check (locale in ('en', 'es')),
  -- JSON: the text as it was shown, the account as it may be shown, its holder, IP address, user agent.
  evidence_sealed text not null,
  accepted_at timestamptz not null,
  -- Nacha's, once the debit came back.
  return_code text,
  returned_at timestamptz,
  -- Nothing may be debited under it any more.
  ended_at timestamptz
);
-- Why an account may not be debited again.
create index bank_mandates_returned on bank_mandates (operator_id, account_index)
  where return_code is not null;
