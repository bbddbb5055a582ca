import type { Database } from "../../platform/database/database.ts";
import { isStoreUnavailable } from "../../platform/database/store-unavailable.ts";
import type { Log } from "../../platform/log.ts";
import type { OutgoingPayouts } from "../disbursements-deps.ts";

/** What is done with a payout. */
export interface PayoutWork {
  send(disbursementIntentId: string): Promise<void>;
  lookAfter(disbursementIntentId: string): Promise<void>;
}

/** Calls to providers at once: a thousand approvals in a row don't run into their own deadlines. */
const mostAtOnce = 16;

/**
 * Work on payouts beside the requests that ask for it. Of one payout one thing at a time is done in
 * this process. What loses the store is looked after when that is back; what fails otherwise, or is cut
 * off by a crash, the recovery job takes up.
 */
export function createOutgoingPayouts(
  work: PayoutWork,
  { log, database }: { log: Log; database: Pick<Database, "onceBack"> },
): OutgoingPayouts {
  /** The last thing asked for of each payout. */
  const running = new Map<string, Promise<void>>();
  const waiting: (() => void)[] = [];
  let free = mostAtOnce;

  const takeTurn = async (): Promise<void> => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
  };
  const giveTurn = (): void => {
    const next = waiting.shift();
    if (next) next();
    else free += 1;
  };
  const carryOut = async (
    before: Promise<void> | undefined,
    disbursementIntentId: string,
    what: keyof PayoutWork,
  ): Promise<void> => {
    await before;
    await takeTurn();
    try {
      await work[what](disbursementIntentId);
    } catch (error) {
      log.error("a payout could not be taken further", { disbursementIntentId, error });
      // Its lease is this process's own: nobody has to wait for its end. Looking asks before it sends.
      if (isStoreUnavailable(error))
        database.onceBack(() => run(disbursementIntentId, "lookAfter"));
    } finally {
      giveTurn();
    }
  };
  const run = async (disbursementIntentId: string, what: keyof PayoutWork): Promise<void> => {
    const done = carryOut(running.get(disbursementIntentId), disbursementIntentId, what);
    running.set(disbursementIntentId, done);
    await done;
    if (running.get(disbursementIntentId) === done) running.delete(disbursementIntentId);
  };
  return {
    send: (disbursementIntentId) => run(disbursementIntentId, "send"),
    lookAfter: (disbursementIntentId) => run(disbursementIntentId, "lookAfter"),
    async idle() {
      while (running.size > 0) await Promise.all(running.values());
    },
  };
}
