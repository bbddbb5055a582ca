-- Attempts of every method, not of cards alone.

-- What of the method is needed until the attempt is final; null from then on.
alter table payments rename column card_sealed to details_sealed;
-- A bank's account, for one, is known only after the customer was there.
alter table payments alter column payment_method drop not null;
-- The method's own state; nothing secret.
alter table payments add column detail jsonb not null default '{}';
