import type { Tx } from "../../platform/database/transaction.ts";
import type { Posting, SourceType } from "../posting.ts";

/** The postings that the ledger must have for one record of a domain. */
export type LedgerItem = {
  /** Its position in the walk. */
  readonly id: string;
  /** The source id of its postings. */
  readonly sourceId: string;
} & (
  | {
      /**
       * Postings for the record's present state: several lists if its history allows several. If none exists, the first
       * is posted.
       */
      readonly alternatives: readonly (readonly Posting[])[];
      /** Causes that may exist with any amounts, because the record no longer says which. */
      readonly optional?: readonly string[];
      /** Causes that must exist with any amounts. */
      readonly anyAmount?: readonly string[];
    }
  | {
      /** The sums of its postings, by currency and account. */
      readonly positions: ReadonlyMap<string, ReadonlyMap<string, bigint>>;
      /** Posts the difference. */
      post(tx: Tx): Promise<void>;
    }
);

/**
 * A domain's records that move money. One walk posts the history from before the ledger, another checks the ledger
 * against the records.
 */
export interface LedgerSource {
  /** A unique name, stored with the walk's progress. */
  readonly name: string;
  readonly sourceType: SourceType;
  /** The causes that these records explain. */
  readonly causes: readonly string[];
  /** The operator's records after an id, in the order of their ids. */
  page(tx: Tx, operatorId: string, afterId: string, most: number): Promise<LedgerItem[]>;
}
