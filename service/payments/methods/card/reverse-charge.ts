import {
  type AttemptHandle,
  attemptOfHandle,
  finishRequest,
  move,
  patch,
} from "../../flow/attempt-handle.ts";
import { chargeNotices, reversalKey } from "../../inbox/notice-inbox.ts";
import { findAppliedMark } from "../../outcomes/mark-store.ts";
import { chargeKey, type IntentRecord } from "../../records.ts";
import { raiseLateCharge } from "./follow-mark.ts";

/** Delay of the next reversal: 2 s, 4 s and so on, at most 5 minutes. */
export function backoffMs(checks: number): number {
  return Math.min(5 * 60_000, 1_000 * 2 ** Math.min(checks, 12));
}

/**
 * Reverses a charge that went through after its attempt had failed. Stores the charge first. Until the processor
 * confirms the reversal, the recovery job tries again.
 */
export async function reverseLateCharge(handle: AttemptHandle, chargeId: string): Promise<void> {
  const { deps, operatorId, paymentId } = handle;
  const mark = await findAppliedMark(deps.database.kysely, operatorId, paymentId);
  // Staff said that nothing was charged, and may have told the customer: a person decides again.
  if (mark?.outcome === "failed") return raiseLateCharge(handle, mark, chargeId);
  const noted = await patch(handle, (attempt) =>
    attempt.step === "failed" && attempt.reversal === null
      ? { chargeId, reversal: "due", nextCheckAtMs: handle.deps.clock.nowMs() + backoffMs(0) }
      : null,
  );
  if (!noted.written) return;
  handle.deps.log.error("a charge went through late for a failed payment and is reversed", {
    paymentId: handle.paymentId,
    processor: attemptOfHandle(handle, noted.intent).processor,
  });
  await reverseDue(handle, noted.intent);
}

/**
 * Reverses a charge of a wrong amount or currency. The payment stays pending until the processor confirms it, then
 * fails.
 */
export async function reverseMismatch(
  handle: AttemptHandle,
  chargeId: string,
): Promise<IntentRecord> {
  const noted = await move(handle, {
    event: "charge_unknown",
    patch: { chargeId, reversal: "due", nextCheckAtMs: handle.deps.clock.nowMs() + backoffMs(0) },
  });
  const after = noted.written ? await reverseDue(handle, noted.intent) : noted.intent;
  return finishRequest(handle, after);
}

/**
 * Requests a due reversal. A pending attempt fails once it is confirmed. With or without a response, the next request
 * waits until the processor's look-ups know this one.
 */
export async function reverseDue(
  handle: AttemptHandle,
  intent: IntentRecord,
): Promise<IntentRecord> {
  const { deps } = handle;
  const attempt = attemptOfHandle(handle, intent);
  const processor = deps.processors.byName(attempt.processor);
  if (!processor || attempt.chargeId === null || attempt.reversal !== "due") return intent;
  const { findsAfterMs } = processor.capabilities;
  // Stored before the request, because the process may die.
  if (findsAfterMs > 0) {
    await patch(handle, () => ({ nextCheckAtMs: deps.clock.nowMs() + findsAfterMs }));
  }
  const reason = attempt.step === "failed" ? "late success" : "amount mismatch";
  const key = reversalKey(chargeKey(attempt));
  const notices = await chargeNotices(deps, handle.operatorId, attempt);
  const outcome = await processor.reverse(attempt.chargeId, key, reason, notices);
  if (outcome.type !== "reversed") {
    const later = await patch(handle, (latest) => ({
      checks: latest.checks + 1,
      nextCheckAtMs: deps.clock.nowMs() + Math.max(findsAfterMs, backoffMs(latest.checks + 1)),
    }));
    return later.intent;
  }
  deps.counters.reversal();
  if (attempt.step !== "failed") {
    const failed = await move(handle, {
      event: "refused",
      patch: { reversal: "done" },
      reason: "charge_reversed",
    });
    return failed.intent;
  }
  const done = await patch(
    handle,
    (latest) => (latest.reversal === "due" ? { reversal: "done", nextCheckAtMs: null } : null),
    "charge_reversed",
  );
  return done.intent;
}
