-- Payments by crypto (service/crypto): quotes, deposits, and what the watcher has seen of each network.

create table crypto_chains (
  network text primary key,
  -- The first block's hash: another one is another chain.
  genesis_hash text,
  -- The newest block that was read, and when: everything that was there at that moment has been seen.
  head_number bigint,
  head_hash text,
  followed_at timestamptz,
  -- Who watches: one of all services.
  lease_token text,
  lease_until timestamptz
);

-- Blocks that were read to, by their hashes: which of them are still in the chain tells a reorganisation.
create table crypto_blocks (
  network text not null references crypto_chains,
  number bigint not null,
  hash text not null,
  primary key (network, number)
);

-- The next address of an extended public key.
create table crypto_address_heads (
  -- SHA-256 of the key.
  key_hash text primary key,
  next_index bigint not null
);

create table crypto_quotes (
  crypto_quote_id text primary key,
  operator_id text not null references operators,
  -- The intent that is to be paid.
  subject text not null,
  network text not null,
  asset text not null,
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null,
  -- Base units.
  amount numeric(78, 0) not null check (amount > 0),
  tolerance numeric(78, 0) not null check (tolerance >= 0),
  rate text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index crypto_quotes_over on crypto_quotes (expires_at);

create table crypto_deposits (
  crypto_deposit_id text primary key,
  operator_id text not null references operators,
  payment_id text not null unique,
  network text not null,
  asset text not null,
  -- In lower case; never used twice.
  address text not null unique,
  address_index bigint not null,
  amount_minor bigint not null,
  currency text not null,
  rate text not null,
  -- Base units, as all that follow.
  due numeric(78, 0) not null check (due > 0),
  tolerance numeric(78, 0) not null,
  status text not null check (status in ('waiting', 'underpaid', 'detected', 'confirming', 'confirmed',
    'shaken', 'reorganised', 'expired', 'late')),
  received numeric(78, 0) not null default 0,
  confirmations integer not null default 0,
  required integer not null,
  overpaid boolean not null default false,
  wrong_asset boolean not null default false,
  -- The chain's height when paid money was found gone.
  gone_since bigint,
  -- Looked at in every round; the others now and then.
  watched_closely boolean not null default true,
  version integer not null default 1,
  -- The version that the payment has been told of.
  told_version integer not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  expires_at timestamptz not null,
  -- When the last look is.
  watched_until timestamptz not null
);
create index crypto_deposits_close on crypto_deposits (network, crypto_deposit_id) where watched_closely;
create index crypto_deposits_to_tell on crypto_deposits (updated_at) where version <> told_version;
-- What staff have to look at.
create index crypto_deposits_stray on crypto_deposits (operator_id, crypto_deposit_id)
  where status in ('late', 'reorganised', 'shaken') or overpaid or wrong_asset
    or (status = 'expired' and received > 0);

-- An address on a network that is watched, its own and those where money goes by mistake.
create table crypto_watches (
  crypto_deposit_id text not null references crypto_deposits,
  network text not null,
  address text not null,
  closely boolean not null,
  -- Up to this block everything has been seen.
  scanned_block bigint not null,
  -- What it held of the network's own coin then.
  coin_balance numeric(78, 0) not null default 0,
  next_look_at timestamptz not null,
  primary key (crypto_deposit_id, network)
);
create index crypto_watches_close on crypto_watches (network, address) where closely;
create index crypto_watches_due on crypto_watches (network, next_look_at) where not closely;

create table crypto_transfers (
  network text not null,
  -- A transaction's hash, or the block's where a contract sent the network's own coin.
  tx_hash text not null,
  -- -1 for the network's own coin, -2 while it waits for a block.
  log_index integer not null,
  crypto_deposit_id text not null references crypto_deposits,
  -- The contract in lower case; null for the network's own coin.
  token text,
  -- Null for a token that nobody has named.
  asset text,
  amount numeric(78, 0) not null check (amount > 0),
  state text not null check (state in ('pending', 'mined', 'gone')),
  block_number bigint,
  block_hash text,
  -- How often in a row nobody knew it.
  missed integer not null default 0,
  arrived_at timestamptz not null,
  primary key (network, tx_hash, log_index, crypto_deposit_id)
);
create index crypto_transfers_of_deposit on crypto_transfers (crypto_deposit_id);
create index crypto_transfers_pending on crypto_transfers (network) where state = 'pending';
