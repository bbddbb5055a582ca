import { isStoreLost } from "../database/store-unavailable.ts";

interface DueRows<Row> {
  /** Reads at most `most` rows that are due, after the first `skip`, in a fixed order. */
  readonly read: (most: number, skip: number) => Promise<readonly Row[]>;
  /** Resolves to whether the row is no longer due. */
  readonly work: (row: Row) => Promise<boolean>;
  /** Logs a row whose work failed. */
  readonly onFailure: (row: Row, error: unknown) => void;
}

export const rowsAtOnce = 50;

/**
 * One round of a job over all rows that are due. A row that fails, including by reaching a time limit of the store, or
 * stays due does not block those behind it, however many there are; the next round tries it again. Ends early when
 * `signal` aborts. Throws only if the store is lost. Resolves to the number of rows that are no longer due.
 */
export async function workThrough<Row>(
  signal: AbortSignal,
  { read, work, onFailure }: DueRows<Row>,
): Promise<number> {
  let done = 0;
  let skip = 0;
  for (;;) {
    const rows = await read(rowsAtOnce, skip);
    for (const row of rows) {
      if (signal.aborted) return done;
      const isDone = await work(row).catch((error: unknown) => {
        if (isStoreLost(error)) throw error;
        onFailure(row, error);
        return false;
      });
      if (isDone) done += 1;
      else skip += 1;
    }
    if (rows.length < rowsAtOnce) return done;
  }
}
