-- Why a payment went to its processor (service/routing); null where there was nothing to choose.

alter table payments add column routing jsonb;
