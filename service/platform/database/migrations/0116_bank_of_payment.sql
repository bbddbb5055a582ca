-- compatible-from: 0100
-- Each payment by bank names the bank that it was begun with, which also answers for it later (rails/open-banking).
alter table bank_payments
  -- The name of an entry of PAY_BY_BANK. Null, from before this migration: the last entry.
  add column bank_name text,
  -- When the bank said that it has a payment with this key, though it did not show it. Such an order is not sent again.
  add column taken_at timestamptz;
