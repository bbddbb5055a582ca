import { isStoreUnavailable } from "../../platform/database/store-unavailable.ts";
import { moveAttempt } from "../attempt-changes.ts";
import type { PaymentsDeps } from "../payments-deps.ts";
import { attemptOf } from "../records.ts";
import { changeIntent } from "../store/change-intent.ts";

/*
 * A request's hold on an attempt, and its release when the request loses the store.
 *
 * A request postpones its attempt's next check by more than a minute, so that the recovery job leaves the attempt
 * alone. If the process dies, the hold ends by itself. A request that loses the store stops, and hands the attempt to
 * the recovery job when the store is back.
 *
 * Nothing is charged twice: recovery never charges, only looks up under the charge key, and the stopped request makes
 * no more calls. Its charge may be on its way, so recovery needs as many failed look-ups as for an unknown outcome
 * before it assumes that nothing was charged (recover-charge.ts). A request releases only its own hold: the next check
 * must be at a time that it wrote.
 */

export interface AttemptHold {
  /** Check times that the request wrote, or tried to write. */
  readonly untilMs: Set<number>;
  /** Whether a charge or an order may have been sent to an outside party. */
  mayHaveSent: boolean;
}

export function newHold(): AttemptHold {
  return { untilMs: new Set(), mayHaveSent: false };
}

interface Held {
  readonly deps: PaymentsDeps;
  readonly paymentIntentId: string;
  readonly paymentId: string;
  readonly hold: AttemptHold;
}

/** Runs the work. If it loses the store, releases the attempt when the store is back. */
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

/** Fails an attempt for which nothing was sent; leaves others to recovery. */
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
