import { isStoreUnavailable } from "../../platform/database/store-unavailable.ts";
import { moveAttempt } from "../attempt-changes.ts";
import type { PaymentsDeps } from "../payments-deps.ts";
import { attemptOf } from "../records.ts";
import { changeIntent } from "../store/change-intent.ts";

/*
 * A request's hold on an attempt, and its release when the request loses the store.
 *
 * A request that works on an attempt postpones the attempt's next check by more than a minute, so
 * that the recovery job leaves it alone. If the process dies, the hold ends by itself. If the
 * request loses the store, it stops and knows that it did. As soon as the store is back, the
 * request hands the attempt to the recovery job.
 *
 * This charges nothing twice. The recovery job never charges; it looks up under the attempt's
 * charge key. The request makes no call after it stopped. Its own charge may still be on its way,
 * so the job needs as many failed look-ups as for an unknown outcome before it assumes that nothing
 * was charged (recover-charge.ts). A request releases only its own hold: the next check must be at
 * a time that this request wrote.
 */

/** One request's hold on one attempt. */
export interface AttemptHold {
  /** Check times that the request wrote, or tried to write. */
  readonly untilMs: Set<number>;
  /** Whether a charge or an order may have been sent to an outside party. */
  mayHaveSent: boolean;
}

/** The hold of a request that has not written anything yet. */
export function newHold(): AttemptHold {
  return { untilMs: new Set(), mayHaveSent: false };
}

interface Held {
  readonly deps: PaymentsDeps;
  readonly paymentIntentId: string;
  readonly paymentId: string;
  readonly hold: AttemptHold;
}

/**
 * Runs a request's work on an attempt. If the store becomes unavailable, releases the attempt when
 * the store is back.
 */
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

/** Fails an attempt for which nothing was sent. Hands any other attempt to the recovery job. */
async function releaseHold(held: Held): Promise<void> {
  const { deps, paymentIntentId, paymentId, hold } = held;
  if (!hold.mayHaveSent) {
    const failed = await changeIntent(deps.store, paymentIntentId, (intent) => {
      const attempt = attemptOf(intent, paymentId);
      const isHeld = attempt && hold.untilMs.has(attempt.nextCheckAtMs ?? 0);
      return isHeld
        ? moveAttempt(intent, attempt, "refused", deps.clock.nowMs(), {}, "processing_interrupted")
        : null;
    });
    if (failed.written) return;
  }
  await deps.store.release([paymentId], [...hold.untilMs], deps.clock.nowMs());
}
