-- How a payment's price came about: tax rate, jurisdiction, the surcharge's rule.
alter table payments add column price_detail jsonb not null default '{}';
