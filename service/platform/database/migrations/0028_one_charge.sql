-- No two payments have the same charge: a processor that says so is not believed (service/payments/store).
create unique index payments_one_charge on payments (processor, charge_id) where charge_id is not null;
