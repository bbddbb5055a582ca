import { isStoreUnavailable } from "../platform/database/store-unavailable.ts";
import type { AttemptHandle } from "./flow/attempt-handle.ts";
import { newHold } from "./flow/attempt-hold.ts";
import type { PaymentsDeps } from "./payments-deps.ts";
import { attemptOf } from "./records.ts";
import type { DueAttempt } from "./store/payment-store.ts";

/** Attempts taken in one round. */
const batchSize = 20;
/** How long a taken attempt is left alone by the others. */
const claimMs = 60_000;

/**
 * One round of recovery: attempts that a crash cut off, whose outcome is open, or whose customer has
 * gone. What is to be done about one its method knows.
 */
export async function recoverAttempts(deps: PaymentsDeps): Promise<"more" | undefined> {
  const nowMs = deps.clock.nowMs();
  const untilMs = nowMs + claimMs;
  const due = await deps.store.claimDue(nowMs, untilMs, batchSize).catch((error: unknown) => {
    // The claim may have been made although its answer is lost.
    if (isStoreUnavailable(error)) releaseClaim(deps, null, untilMs);
    throw error;
  });
  await Promise.all(
    due.map((attempt) =>
      recoverOne(deps, attempt).catch((error: unknown) => {
        if (isStoreUnavailable(error)) releaseClaim(deps, [attempt.paymentId], untilMs);
        deps.log.error("an attempt could not be recovered", {
          paymentId: attempt.paymentId,
          error,
        });
      }),
    ),
  );
  return due.length === batchSize ? "more" : undefined;
}

/** Makes claimed attempts due again once the store is back: those named, or all of this round's. */
function releaseClaim(
  deps: PaymentsDeps,
  paymentIds: readonly string[] | null,
  untilMs: number,
): void {
  deps.database.onceBack(() => deps.store.release(paymentIds, [untilMs], deps.clock.nowMs()));
}

async function recoverOne(deps: PaymentsDeps, due: DueAttempt): Promise<void> {
  const { paymentIntentId, paymentId, operatorId } = due;
  await deps.keyring.load(operatorId);
  const intent = await deps.store.read(paymentIntentId);
  const attempt = intent && attemptOf(intent, paymentId);
  if (!intent || !attempt) return;
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
  if (!method) throw new Error(`nobody looks after payments by ${attempt.type}`);
  await method.recover(handle, intent, attempt);
}
