/** See platform/database/tables.ts. */
declare module "../platform/database/tables.ts" {
  interface Tables {
    ledger_postings: LedgerPostingRow;
    ledger_snapshots: LedgerSnapshotRow;
    ledger_walks: LedgerWalkRow;
  }
}

/** A posting. Written by write-postings.ts, never changed. */
export interface LedgerPostingRow {
  operator_id: string;
  source_type: string;
  source_id: string;
  cause: string;
  payment_id: string | null;
  currency: string;
  accounts: string[];
  /** Read it as `amounts::text[]`: `pg` would parse the numbers as floats. */
  amounts: string[];
  reverses: string | null;
  happened_at: Date;
  posted_at: Date;
  seq: number;
}

/** An account's balance after all postings up to a number (snapshots.ts). */
export interface LedgerSnapshotRow {
  operator_id: string;
  up_to_seq: number;
  currency: string;
  account: string;
  debits: string;
  credits: string;
  postings: number;
  latest_at: Date;
  taken_at: Date;
}

export interface LedgerWalkRow {
  operator_id: string;
  walk: string;
  source: string;
  after_id: string;
  rounds: number;
  updated_at: Date;
}
