-- What proves an outcome that staff entered: at most one file for each mark (service/payments/outcomes/mark-files.ts).
create table outcome_mark_files (
  operator_id text not null,
  outcome_mark_id text not null,
  name_sealed text not null,
  content_type text not null,
  size_bytes integer not null check (size_bytes > 0),
  pages integer not null check (pages > 0),
  content_sealed text not null,
  added_at timestamptz not null,
  primary key (operator_id, outcome_mark_id),
  foreign key (operator_id, outcome_mark_id) references outcome_marks
);
