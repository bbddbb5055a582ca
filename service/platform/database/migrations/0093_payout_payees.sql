-- A payee's record, and the accounts below it, at payout vendors that keep payees. account_index is empty for the record.
create table payout_payees (
  operator_id text not null,
  provider text not null,
  external_customer_id text not null,
  account_index text not null,
  vendor_id text not null,
  created_at timestamptz not null,
  primary key (operator_id, provider, external_customer_id, account_index)
);
