-- compatible-from: 0100
-- Staff find the rows of processors' reports by their ARN (reporting/find/find-things.ts).
create index settlement_lines_of_arn on settlement_lines (operator_id, arn) where arn <> '';

-- The shares of ACH debits that banks returned (payments/disputes/return-rates.ts).
create index ach_entries_debits on ach_entries (operator_id, created_at)
  where direction = 'debit' and source = 'payment' and not is_reversal
    and status in ('filed', 'settled', 'returned');
create index bank_mandates_by_return on bank_mandates (operator_id, returned_at)
  where return_code is not null;
