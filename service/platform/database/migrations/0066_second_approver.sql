-- Refunds that a second person must approve (docs/payments/refunds.md). Null: none is needed.
alter table refunds add column approval text check (approval in ('needed', 'given', 'declined'));
-- { kind, staffId }: who approved or declined it.
alter table refunds add column decided_by jsonb;
create index refunds_to_approve on refunds (operator_id, refund_id)
  where approval = 'needed' or step = 'awaiting_approval';
