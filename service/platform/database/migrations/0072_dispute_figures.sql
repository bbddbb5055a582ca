-- Daily sums of disputes (service/reporting/figures/day-sums.ts). A dispute belongs to the day on which it was opened,
-- and its notice can come days later, so new ones are marked, too.
create index disputes_by_opening on disputes (operator_id, opened_at);

create function mark_dispute_figure_change() returns trigger language plpgsql as $$
begin
  insert into figure_changes (operator_id, at) values (new.operator_id, new.opened_at);
  return null;
end $$;
create trigger mark_figure_change after insert or update on disputes for each row
  when (new.updated_at - new.opened_at >= interval '10 minutes')
  execute function mark_dispute_figure_change();

-- Every day is summed again, now with its disputes.
delete from figure_days;
