-- What a message was for: the limits leave a payout's codes a share that codes for a W-9 can't use up
-- (service/customers/text-messages/sms-rules.ts). Messages of the last day count as payouts'; what an older
-- process sends while this one starts does too.
alter table sms_sends
  add column purpose text not null default 'payout' check (purpose in ('payout', 'w9'));
