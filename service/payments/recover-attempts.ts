import { leaseFor } from "../platform/database/machine-lease.ts";
import { isStoreUnavailable } from "../platform/database/store-unavailable.ts";
import type { FailurePauses } from "../platform/jobs/failure-pauses.ts";
import type { Lane } from "../platform/jobs/lanes.ts";
import { workAtOnce } from "../platform/jobs/work-at-once.ts";
import type { AttemptHandle } from "./flow/attempt-handle.ts";
import { newHold } from "./flow/attempt-hold.ts";
import type { PaymentsDeps } from "./payments-deps.ts";
import { attemptOf } from "./records.ts";
import type { DueAttempt } from "./store/payment-store.ts";

const batchSize = 20;
/** How long a claim keeps other processes away. */
const claimMs = 60_000;

/**
 * Claims a lane's due attempts (after a crash, with an unknown outcome, or left by their customer) for their payment
 * methods to recover; each card processor has its own lane. `more` if others are due. An attempt that fails each time is
 * tried after growing pauses.
 */
export async function recoverAttempts(
  deps: PaymentsDeps,
  lane: Lane,
  pauses: FailurePauses,
): Promise<"more" | undefined> {
  const lease = leaseFor(deps, claimMs);
  const { untilMs } = lease;
  const due = await deps.store.claimDue(lane, lease, batchSize).catch((error: unknown) => {
    // The claim may be stored even if its response was lost.
    if (isStoreUnavailable(error)) releaseClaim(deps, lane, untilMs);
    throw error;
  });
  await workAtOnce(due, async (attempt) => {
    const { paymentId } = attempt;
    try {
      await recoverOne(deps, attempt, untilMs);
      pauses.forget(paymentId);
    } catch (error) {
      deps.log.errorHourly("an attempt could not be recovered", { paymentId, error });
      if (isStoreUnavailable(error)) return releaseClaim(deps, [paymentId], untilMs);
      const dueMs = lease.nowMs + pauses.afterFailure(paymentId, error, claimMs);
      await deps.store.release([paymentId], [untilMs], dueMs);
    }
  });
  return due.length === batchSize ? "more" : undefined;
}

/** Makes attempts due when the store is back: the given ones, or all of this run in its lane. */
function releaseClaim(
  deps: PaymentsDeps,
  attempts: readonly string[] | Lane,
  untilMs: number,
): void {
  deps.database.onceBack(() => deps.store.release(attempts, [untilMs], deps.clock.nowMs()));
}

async function recoverOne(
  deps: PaymentsDeps,
  due: DueAttempt,
  claimedUntilMs: number,
): Promise<void> {
  const { paymentIntentId, paymentId, operatorId } = due;
  await deps.keyring.load(operatorId);
  const intent = await deps.store.read(paymentIntentId);
  const attempt = intent && attemptOf(intent, paymentId);
  if (!intent || !attempt) return;
  // A request has moved the attempt since the claim, and works on it.
  if (attempt.nextCheckAtMs !== claimedUntilMs) return;
  const handle: AttemptHandle = {
    deps,
    operatorId,
    paymentIntentId,
    paymentId,
    claim: null,
    successCode: 200 as const,
    hold: newHold(),
  };
  const method = deps.methods.find(attempt.type);
  if (!method) throw new Error(`there is no payment method ${attempt.type}`);
  await method.recover(handle, intent, attempt);
}
