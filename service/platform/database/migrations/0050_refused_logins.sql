-- Tries to log in during a lock: the first that each lock refuses goes to the audit log.
alter table staff_login_failures add column refusal_noted boolean not null default false;
alter table staff_login_events add column refused boolean not null default false;
