-- What an address has sent away of a network's own coin, so that what came beside it is told, too
-- (service/crypto/watch/read-chain.ts).

-- The block after which `coin_balance` was so.
alter table crypto_watches add column coin_block bigint not null default 0;
update crypto_watches set coin_block = scanned_block;
-- Transactions that the address had sent by then; null: not known.
alter table crypto_watches add column coin_sent bigint;
