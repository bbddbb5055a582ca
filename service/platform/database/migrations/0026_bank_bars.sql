-- Bank accounts that staff opened again after a return that barred them (service/payments/methods/bank).

-- The return in `return_code` bars the account no longer.
alter table bank_mandates add column bar_lifted_at timestamptz;
-- JSON: who lifted it, and why.
alter table bank_mandates add column bar_lift_sealed text;
