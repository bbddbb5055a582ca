-- compatible-from: 0100
-- Banks can send back a part of a settled payment (rails/open-banking). The rest stays paid.
alter table bank_payments
  -- In minor units, all parts together.
  add column returned_minor bigint not null default 0 check (returned_minor between 0 and amount_minor);
