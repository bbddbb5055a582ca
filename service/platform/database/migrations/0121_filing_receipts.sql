-- compatible-from: 0100
-- The IRS's receipt id of a filing that was sent as XML (service/reporting/tax-year/export-xml.ts): corrections name it.
alter table tax_filings add column receipt_id text;
create unique index tax_filings_by_receipt on tax_filings (operator_id, receipt_id) where receipt_id is not null;
