import type { PlatformDeps } from "../../platform/platform-deps.ts";
import { rangeParameters, type SumsRow, sumRange } from "./day-sums.ts";

type Deps = Pick<PlatformDeps, "database" | "machineClock">;

/** Sums that are computed from rows on demand. */
export interface LiveSums {
  /** Reads the sums of a range. Times are in milliseconds since the epoch. */
  read(operatorId: string, fromMs: number, toMs: number): Promise<readonly SumsRow[]>;
}

/** Sums of fewer payments take a few milliseconds. */
const fewPayments = 1_000;

/**
 * How long sums are kept, per payment in them. Summing a payment takes about 0.006 ms, so readers keep one of the
 * store's processors busy for about 1.5 % of the time, whatever the number of readers and payments.
 */
const keptMsPerPayment = 0.4;

interface Kept {
  readonly rows: Promise<readonly SumsRow[]>;
  /** Until when the sums are kept; infinity during the computation. */
  untilMs: number;
}

/** Readers in one process share a computation and, for a short time, its result. */
export function createLiveSums({ database, machineClock }: Deps): LiveSums {
  const kept = new Map<string, Kept>();

  const compute = async (key: string, parameters: unknown[]): Promise<readonly SumsRow[]> => {
    const reading = database.run<SumsRow>(sumRange, parameters).then(({ rows }) => rows);
    const entry: Kept = { rows: reading, untilMs: Number.POSITIVE_INFINITY };
    kept.set(key, entry);
    try {
      const rows = await reading;
      const payments = paymentsIn(rows);
      const ms = payments < fewPayments ? 0 : payments * keptMsPerPayment;
      entry.untilMs = machineClock.nowMs() + ms;
      return rows;
    } catch (error) {
      kept.delete(key);
      throw error;
    }
  };

  return {
    read(operatorId, fromMs, toMs) {
      const nowMs = machineClock.nowMs();
      for (const [key, { untilMs }] of kept) if (untilMs <= nowMs) kept.delete(key);
      const key = `${operatorId} ${fromMs} ${toMs}`;
      return kept.get(key)?.rows ?? compute(key, rangeParameters(operatorId, fromMs, toMs));
    },
  };
}

function paymentsIn(rows: readonly SumsRow[]): number {
  return rows.reduce(
    (sum, { dimension, payments }) => sum + (dimension === "created" ? payments : 0),
    0,
  );
}
