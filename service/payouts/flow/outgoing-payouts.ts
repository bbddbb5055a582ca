import type { Database } from "../../platform/database/database.ts";
import { isStoreUnavailable } from "../../platform/database/store-unavailable.ts";
import type { Log } from "../../platform/log.ts";
import type { OutgoingPayouts } from "../disbursements-deps.ts";

export interface PayoutWork {
  send(disbursementIntentId: string): Promise<void>;
  recover(disbursementIntentId: string): Promise<void>;
}

/** How many payouts are sent at once. With more, a thousand approvals would exceed their deadlines. */
const maxConcurrent = 16;

/**
 * Runs tasks in the background, at most one for each payout in this process. After a lost connection to the store,
 * recovers the payout when the store is back. The recovery job handles other failures and crashes.
 */
export function createOutgoingPayouts(
  work: PayoutWork,
  { log, database }: { log: Log; database: Pick<Database, "onceBack"> },
): OutgoingPayouts {
  /** The last requested task of each payout. */
  const running = new Map<string, Promise<void>>();
  const waiting: (() => void)[] = [];
  let free = maxConcurrent;

  const acquireSlot = async (): Promise<void> => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
  };
  const releaseSlot = (): void => {
    const next = waiting.shift();
    if (next) next();
    else free += 1;
  };
  const runTask = async (
    before: Promise<void> | undefined,
    disbursementIntentId: string,
    what: keyof PayoutWork,
  ): Promise<void> => {
    await before;
    await acquireSlot();
    try {
      await work[what](disbursementIntentId);
    } catch (error) {
      log.error("a payout's task failed", { disbursementIntentId, error });
      // This process holds the lease, so it need not wait. Recovery looks up before it sends.
      if (isStoreUnavailable(error)) database.onceBack(() => run(disbursementIntentId, "recover"));
    } finally {
      releaseSlot();
    }
  };
  const run = async (disbursementIntentId: string, what: keyof PayoutWork): Promise<void> => {
    const done = runTask(running.get(disbursementIntentId), disbursementIntentId, what);
    running.set(disbursementIntentId, done);
    await done;
    if (running.get(disbursementIntentId) === done) running.delete(disbursementIntentId);
  };
  return {
    send: (disbursementIntentId) => run(disbursementIntentId, "send"),
    recover: (disbursementIntentId) => run(disbursementIntentId, "recover"),
    async idle() {
      while (running.size > 0) await Promise.all(running.values());
    },
  };
}
