/*
 * Settled batches that the service fetches from a vendor.
 *
 * A connector reports what the vendor says and decides nothing: unknown kinds of rows keep the vendor's name, and the
 * net amount is the vendor's own total if it has one. The import writes each batch as a settlement CSV. Its reader
 * refuses what is unknown or does not add up, with a code that staff see.
 */

export interface SettledBatchQuery {
  /** Batches that settled from here on, at most 31 days before {@link untilMs}. */
  readonly sinceMs: number;
  readonly untilMs: number;
  /** Ids of batches that are not needed. */
  readonly known: ReadonlySet<string>;
}

export interface SettledRow {
  /** `charge`, `refund`, `dispute`, `dispute_reversal`, or the vendor's name for another kind. */
  readonly type: string;
  /** The vendor's id of the charge, refund or dispute. */
  readonly reference: string;
  /** The charge of a refund or dispute; empty if the vendor does not say. */
  readonly original: string;
  /** Our reference; empty if the vendor has none. */
  readonly merchant: string;
  /** ISO 8601. */
  readonly at: string;
  /** Positive if money comes to the merchant. */
  readonly grossMinor: number;
}

export interface SettledBatch {
  /** The same for each fetch, and for no other batch of the processor. */
  readonly id: string;
  readonly currency: string;
  /** ISO 8601. */
  readonly settledAt: string;
  readonly rows: readonly SettledRow[];
  /** The vendor's total, or the rows' sum if it has none. */
  readonly netMinor: number;
}

export type SettledBatches =
  | {
      readonly type: "found";
      readonly batches: readonly SettledBatch[];
      /** Why other batches could not be read; null if all were read. */
      readonly problem: string | null;
    }
  | { readonly type: "unknown"; readonly reason: string };

/** Most calls per fetch. A connector that needs more stops with `too_long` as problem. */
export const maxBatchCalls = 200;

/** Rows in the order of a settlement file: the same batch must always be the same file. */
export function inFileOrder(rows: readonly SettledRow[]): readonly SettledRow[] {
  return [...rows].sort((a, b) => (a.reference < b.reference ? -1 : 1));
}

export function netOfRows(rows: readonly SettledRow[]): number {
  return rows.reduce((net, { grossMinor }) => net + grossMinor, 0);
}
