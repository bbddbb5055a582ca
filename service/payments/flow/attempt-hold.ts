import { isStoreUnavailable } from "../../platform/database/store-unavailable.ts";
import { moveAttempt } from "../attempt-changes.ts";
import type { PaymentsDeps } from "../payments-deps.ts";
import { attemptOf } from "../records.ts";
import { changeIntent } from "../store/change-intent.ts";

/*
 * What a request holds of an attempt, and how it lets go when it loses the store.
 *
 * A request that works on an attempt puts the attempt's next check off, so that the recovery job leaves
 * it alone: for over a minute, in case that the process died. A request that lost the store is over, and
 * knows it. So as soon as the store is back, it hands the attempt to the recovery job at once.
 *
 * Why that charges nothing twice: the recovery job never charges, it looks up under the attempt's charge
 * key. The request makes no call after it ended. A charge of its own that is still on its way is what the
 * job waits for: an attempt that was handed over early counts as "nothing charged" only after as many
 * look-ups in vain as one whose outcome is open (recover-charge.ts). Only a hold of this very request is
 * given up: the time of the next check must be one that it wrote.
 */

/** One request's hold on one attempt. */
export interface AttemptHold {
  /** Times of the next check that the request wrote, or tried to. */
  readonly untilMs: Set<number>;
  /** A charge or an order may have left for an outside party. */
  mayHaveSent: boolean;
}

/** A hold of a request that has done nothing yet. */
export function newHold(): AttemptHold {
  return { untilMs: new Set(), mayHaveSent: false };
}

interface Held {
  readonly deps: PaymentsDeps;
  readonly paymentIntentId: string;
  readonly paymentId: string;
  readonly hold: AttemptHold;
}

/** Does a request's work on an attempt. If it loses the store, lets go of the attempt when that is back. */
export async function releaseIfStoreLost<Result>(
  held: Held,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (isStoreUnavailable(error) && held.hold.untilMs.size > 0) {
      held.deps.database.onceBack(() => releaseHold(held));
    }
    throw error;
  }
}

/** Ends an attempt for which nothing was sent; hands any other to the recovery job. */
async function releaseHold(held: Held): Promise<void> {
  const { deps, paymentIntentId, paymentId, hold } = held;
  if (!hold.mayHaveSent) {
    const ended = await changeIntent(deps.store, paymentIntentId, (intent) => {
      const attempt = attemptOf(intent, paymentId);
      const isHeld = attempt && hold.untilMs.has(attempt.nextCheckAtMs ?? 0);
      return isHeld
        ? moveAttempt(intent, attempt, "refused", deps.clock.nowMs(), {}, "processing_interrupted")
        : null;
    });
    if (ended.written) return;
  }
  await deps.store.release([paymentId], [...hold.untilMs], deps.clock.nowMs());
}
