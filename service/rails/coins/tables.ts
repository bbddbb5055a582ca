declare module "../../platform/database/tables.ts" {
  interface Tables {
    crypto_chains: CryptoChainRow;
    crypto_blocks: CryptoBlockRow;
    crypto_address_heads: CryptoAddressHeadRow;
    crypto_quotes: CryptoQuoteRow;
    crypto_deposits: CryptoDepositRow;
    crypto_watches: CryptoWatchRow;
    crypto_transfers: CryptoTransferRow;
  }
}

/** How far a network was read, and which process reads it. */
export interface CryptoChainRow {
  network: string;
  genesis_hash: string | null;
  head_number: number | null;
  head_hash: string | null;
  followed_at: Date | null;
  lease_token: string | null;
  lease_until: Date | null;
}

export interface CryptoBlockRow {
  network: string;
  number: number;
  hash: string;
}

export interface CryptoAddressHeadRow {
  key_hash: string;
  next_index: number;
}

/** A quote. Amounts are base units. */
export interface CryptoQuoteRow {
  crypto_quote_id: string;
  operator_id: string;
  subject: string;
  network: string;
  asset: string;
  amount_minor: number;
  currency: string;
  amount: string;
  tolerance: string;
  rate: string;
  created_at: Date;
  expires_at: Date;
}

/** Money expected at an address. Amounts are base units. */
export interface CryptoDepositRow {
  crypto_deposit_id: string;
  operator_id: string;
  payment_id: string;
  network: string;
  asset: string;
  address: string;
  address_index: number;
  amount_minor: number;
  currency: string;
  rate: string;
  due: string;
  tolerance: string;
  /** The status; see states/. */
  status: CryptoDepositStatusColumn;
  received: string;
  confirmations: number;
  required: number;
  overpaid: boolean;
  wrong_asset: boolean;
  /** The chain's height when paid money was first found gone. */
  gone_since: number | null;
  watched_closely: boolean;
  version: number;
  told_version: number;
  created_at: Date;
  updated_at: Date;
  expires_at: Date;
  watched_until: Date;
  /** When the deposit lost the quoted rate; null while it holds. */
  rate_lost_at: Date | null;
  requoted_at: Date | null;
}

type CryptoDepositStatusColumn =
  | "waiting"
  | "underpaid"
  | "detected"
  | "confirming"
  | "confirmed"
  | "shaken"
  | "reorganised"
  | "expired"
  | "late";

export interface CryptoWatchRow {
  crypto_deposit_id: string;
  network: string;
  address: string;
  closely: boolean;
  scanned_block: number;
  coin_balance: string;
  coin_block: number;
  coin_sent: number | null;
  next_look_at: Date;
}

export interface CryptoTransferRow {
  network: string;
  tx_hash: string;
  log_index: number;
  crypto_deposit_id: string;
  token: string | null;
  asset: string | null;
  amount: string;
  state: "pending" | "mined" | "gone";
  block_number: number | null;
  block_hash: string | null;
  missed: number;
  arrived_at: Date;
  /** Its fee was enough when first seen, and the quoted rate held then. */
  holds_rate: boolean;
  /** When it was first seen in a block. */
  mined_at: Date | null;
  /** When it was valued at the rate of that moment; null at the quoted rate, or before. */
  valued_at: Date | null;
  /** The sender in lower case; null where the network's records do not name it. */
  sender: string | null;
}
