import {
  type AttemptHandle,
  attemptOfHandle,
  finishRequest,
  move,
  patch,
} from "../../flow/attempt-handle.ts";
import { chargeKey, type IntentRecord } from "../../records.ts";

/** Next try of a reversal that was not confirmed: 2 s, 4 s, … at most every five minutes. */
export function backoffMs(checks: number): number {
  return Math.min(5 * 60_000, 1_000 * 2 ** Math.min(checks, 12));
}

/**
 * A charge turned out to have gone through for an attempt that has failed already. It is noted first
 * and then given back; if that is not confirmed, the recovery job goes on.
 */
export async function reverseLateCharge(handle: AttemptHandle, chargeId: string): Promise<void> {
  const noted = await patch(handle, (attempt) =>
    attempt.step === "failed" && attempt.reversal === null
      ? { chargeId, reversal: "due", nextCheckAtMs: handle.deps.clock.nowMs() + backoffMs(0) }
      : null,
  );
  if (!noted.written) return;
  handle.deps.log.error("a charge went through late for a failed payment and is given back", {
    paymentId: handle.paymentId,
    processor: attemptOfHandle(handle, noted.intent).processor,
  });
  await reverseDue(handle, noted.intent);
}

/**
 * The processor charged another amount or currency than it was asked for: the charge is given back
 * and the payment fails. Until the reversal is confirmed the payment stays pending.
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

/** Asks for a reversal that is due. A confirmed one of a pending attempt fails it. */
export async function reverseDue(
  handle: AttemptHandle,
  intent: IntentRecord,
): Promise<IntentRecord> {
  const { deps } = handle;
  const attempt = attemptOfHandle(handle, intent);
  const processor = deps.processors.byName(attempt.processor);
  if (!processor || attempt.chargeId === null || attempt.reversal !== "due") return intent;
  const reason = attempt.step === "failed" ? "late success" : "amount mismatch";
  const outcome = await processor.reverse(
    attempt.chargeId,
    `${chargeKey(attempt)}-reversal`,
    reason,
  );
  if (outcome.type !== "reversed") {
    const later = await patch(handle, (latest) => ({
      checks: latest.checks + 1,
      nextCheckAtMs: deps.clock.nowMs() + backoffMs(latest.checks + 1),
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
