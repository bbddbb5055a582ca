-- Forms 1099 as they were filed (service/tax-year). What is to be filed follows from the payouts; here
-- stands what an export has put in, and what became of it.

create table tax_filings (
  tax_filing_id text primary key,
  operator_id text not null references operators,
  tax_year integer not null,
  form text not null check (form in ('1099-MISC', '1099-NEC', 'W-2G')),
  is_correction boolean not null,
  -- Columns in the order of the portal's own header, when one was given.
  columns jsonb,
  form_count integer not null,
  status text not null check (status in ('submitted', 'filed')),
  version integer not null default 1,
  -- staff:<id> or command
  created_by text not null,
  created_at timestamptz not null,
  filed_at timestamptz
);
create index tax_filings_of_year on tax_filings (operator_id, tax_year, tax_filing_id desc);

create table tax_forms (
  tax_filing_id text not null references tax_filings,
  operator_id text not null,
  tax_year integer not null,
  form text not null check (form in ('1099-MISC', '1099-NEC')),
  external_customer_id text not null,
  -- 1, then a higher one with each correction.
  revision integer not null,
  amount_minor bigint not null check (amount_minor >= 0),
  withheld_minor bigint not null check (withheld_minor >= 0),
  primary key (operator_id, tax_year, form, external_customer_id, revision),
  foreign key (operator_id, external_customer_id)
    references customers (operator_id, external_customer_id)
);
create index tax_forms_of_filing on tax_forms (tax_filing_id);

-- Prizes of a W-2G filing.
create table tax_filing_prizes (
  prize_id text primary key references prizes,
  tax_filing_id text not null references tax_filings
);
create index tax_filing_prizes_of_filing on tax_filing_prizes (tax_filing_id);
