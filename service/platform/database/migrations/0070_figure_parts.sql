-- The job also sums parts of a busy operator's current day, half an hour after their end
-- (service/reporting/figures/day-parts.ts). A part's key in `daily_figures.day` and
-- `figure_days.day` is the day and its number: `2026-11-26 07`. So changes must be marked sooner:
-- from ten minutes after the payment's creation instead of one hour.
create or replace trigger mark_figure_change after update on payment_intents for each row
  when (new.updated_at - new.created_at >= interval '10 minutes')
  execute function mark_figure_change();
create or replace trigger mark_figure_change after update on refunds for each row
  when (new.updated_at - new.created_at >= interval '10 minutes')
  execute function mark_figure_change();

-- The steps of 3-D Secure count payments now, so every day is summed again.
delete from figure_days;
