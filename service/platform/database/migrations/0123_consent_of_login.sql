-- compatible-from: 0100
-- The consent to payouts that a login asks for. It is stored when the login begins: a process of an earlier version that
-- ends the login erases everything else by which the consent could be ended.
alter table bank_logins add column consent_id text;
