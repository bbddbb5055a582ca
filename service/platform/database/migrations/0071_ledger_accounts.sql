-- The ledger's filter by account: finds postings of accounts that few postings have.
create index ledger_postings_accounts on ledger_postings using gin (accounts);

-- How many postings have the account, so that a list of an account that nearly all have is not counted each time.
-- Snapshots are derived: they are taken again.
delete from ledger_snapshots;
alter table ledger_snapshots add column postings bigint not null;
