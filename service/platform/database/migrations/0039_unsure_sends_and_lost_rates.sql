-- When a payout was last sent without an answer that could be believed (or is being sent); null: never.
-- A refusal of a later try is looked up before it is believed.
alter table disbursement_intents add column sent_at timestamptz;

-- Since when the quoted rate is not held any more, because the money was not mined in time or pays too small
-- a fee. Money that is mined from then on is worth what it is worth then. Null while the rate is held.
-- requoted_at: when what is asked for was last changed for that reason.
alter table crypto_deposits
  add column rate_lost_at timestamptz,
  add column requoted_at timestamptz;
-- Whether its fee was enough to hold the rate when it was first seen, when it was first seen in a block, and
-- when it was valued at the rate of that moment because it did not hold the quoted one.
alter table crypto_transfers
  add column holds_rate boolean not null default true,
  add column mined_at timestamptz,
  add column valued_at timestamptz;
update crypto_transfers set mined_at = arrived_at where state = 'mined';
