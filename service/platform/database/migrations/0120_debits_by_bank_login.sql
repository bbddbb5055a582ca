-- compatible-from: 0100
-- The bank login that shared a debit's account (service/rails/bank-login); null for typed and saved accounts. Unique: a
-- login pays once.
alter table bank_mandates add column bank_login_id text;
create unique index bank_mandates_by_login on bank_mandates (bank_login_id) where bank_login_id is not null;
