-- A claim postpones a row's next check, so that other processes leave it alone. That check follows the time of the
-- business, which a sandbox can move; the claim holds until `lease_until` of the machine's time. It covers only the
-- check that it wrote (`lease_check_at`): every later write of `next_check_at` ends it.
alter table payments add column lease_check_at timestamptz, add column lease_until timestamptz;
alter table refunds add column lease_check_at timestamptz, add column lease_until timestamptz;
alter table disbursement_intents add column lease_check_at timestamptz, add column lease_until timestamptz;
alter table dispute_answers add column lease_check_at timestamptz, add column lease_until timestamptz;
