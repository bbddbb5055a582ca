-- compatible-from: 0100
-- Why a refund is not sent, or not looked up, at the moment (contract/refund-waits.ts). Null while nothing is in its way.
alter table refunds
  add column waits_for text,
  add column waits_since timestamptz,
  add constraint refunds_wait check ((waits_for is null) = (waits_since is null)) not valid;
create index refunds_that_wait on refunds (operator_id) where waits_for is not null;
