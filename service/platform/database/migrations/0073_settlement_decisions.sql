-- Decisions about breaks, converted rows, and payouts' traces (docs/payments/reconciliation.md).

-- The transaction's own amount in a row that the processor converted; never negative.
alter table settlement_lines add column original_currency text;
alter table settlement_lines add column original_minor bigint check (original_minor >= 0);
-- As the report states it, a decimal; empty without one.
alter table settlement_lines add column original_rate text;

-- The bank's own trace of a payout.
alter table settlement_batches add column trace_reference text not null default '';
-- The break under which a person linked the payout to its bank entry.
alter table settlement_batches add column bank_break_id text;

-- { action, decision, resolution }: how a break was closed. The postings of the decision have its id.
alter table settlement_breaks add column closing jsonb;

update settlement_breaks set closing = jsonb_build_object(
  'action', case state when 'written_off' then 'write_off' else 'resolve' end,
  'decision', settlement_break_id || ':' || (version - 1))
where state in ('resolved', 'written_off');
