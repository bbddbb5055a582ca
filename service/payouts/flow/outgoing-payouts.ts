import type { Database } from "../../platform/database/database.ts";
import { isStoreUnavailable } from "../../platform/database/store-unavailable.ts";
import type { Log } from "../../platform/log.ts";
import type { OutgoingPayout, OutgoingPayouts, TaskFailure } from "../disbursements-deps.ts";

export interface PayoutWork {
  send(disbursementIntentId: string): Promise<void>;
  recover(disbursementIntentId: string): Promise<void>;
}

/**
 * How many payouts are sent at once through one provider. With more, a thousand approvals would exceed their deadlines.
 * Each provider has its own slots, so that one that hangs does not delay the payouts of the others.
 */
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
  const running = new Map<string, Promise<TaskFailure | undefined>>();
  const slots = new Map<string | null, Slots>();
  const slotsOf = (provider: string | null): Slots => {
    const found = slots.get(provider) ?? createSlots(maxConcurrent);
    slots.set(provider, found);
    return found;
  };
  const runTask = async (
    before: Promise<unknown> | undefined,
    payout: OutgoingPayout,
    what: keyof PayoutWork,
  ): Promise<TaskFailure | undefined> => {
    const { disbursementIntentId, provider } = payout;
    await before;
    const own = slotsOf(provider);
    await own.acquire();
    try {
      await work[what](disbursementIntentId);
      return undefined;
    } catch (error) {
      log.errorHourly("a payout's task failed", { disbursementIntentId, error });
      // This process holds the lease, so it need not wait. Recovery looks up before it sends.
      if (!isStoreUnavailable(error)) return { error };
      database.onceBack(() => run(payout, "recover"));
      return undefined;
    } finally {
      own.release();
    }
  };
  const run = async (payout: OutgoingPayout, what: keyof PayoutWork) => {
    const { disbursementIntentId } = payout;
    const done = runTask(running.get(disbursementIntentId), payout, what);
    running.set(disbursementIntentId, done);
    const failure = await done;
    if (running.get(disbursementIntentId) === done) running.delete(disbursementIntentId);
    return failure;
  };
  return {
    async send(payout) {
      await run(payout, "send");
    },
    recover: (payout) => run(payout, "recover"),
    async idle() {
      while (running.size > 0) await Promise.all(running.values());
    },
  };
}

interface Slots {
  /** Resolves when one is free, in the order of the calls. */
  acquire(): Promise<void>;
  release(): void;
}

function createSlots(count: number): Slots {
  const waiting: (() => void)[] = [];
  let free = count;
  return {
    async acquire() {
      if (free > 0) free -= 1;
      else await new Promise<void>((resolve) => waiting.push(resolve));
    },
    release() {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    },
  };
}
