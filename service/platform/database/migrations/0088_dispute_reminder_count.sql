-- Reminders of a dispute, which send an event but leave its version alone. Events are numbered by both together.
alter table disputes add column reminders integer not null default 0;
