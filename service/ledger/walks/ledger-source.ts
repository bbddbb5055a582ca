import type { Tx } from "../../platform/database/transaction.ts";
import type { Posting, SourceType } from "../posting.ts";

/** The postings that the ledger must have for one record of a domain. */
export type LedgerItem = {
  /** Position of the record in the walk: its id. */
  readonly id: string;
  /** The id that its postings have as their source. */
  readonly sourceId: string;
} & (
  | {
      /**
       * The postings that belong to the record's present state. Has several lists where the record's
       * history allows several; the first is posted if none exists.
       */
      readonly alternatives: readonly (readonly Posting[])[];
      /** Causes that may exist, with any amounts: the record no longer says. */
      readonly optional?: readonly string[];
      /** Causes that must exist, with any amounts. */
      readonly anyAmount?: readonly string[];
    }
  | {
      /** The sums that its postings must have, by currency and account, however many there are. */
      readonly positions: ReadonlyMap<string, ReadonlyMap<string, bigint>>;
      /** Posts the difference. */
      post(tx: Tx): Promise<void>;
    }
);

/**
 * Records of a domain that move money. Two walks read them: one posts the history from before the ledger,
 * the other checks that the ledger agrees with the records.
 */
export interface LedgerSource {
  /** Unique; stored with the walk's progress. */
  readonly name: string;
  readonly sourceType: SourceType;
  /** The causes that these records explain. */
  readonly causes: readonly string[];
  /** The operator's records after an id, in the order of their ids. */
  page(tx: Tx, operatorId: string, afterId: string, most: number): Promise<LedgerItem[]>;
}
