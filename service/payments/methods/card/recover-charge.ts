import type { ChargeOutcome } from "../../../providers/processor/index.ts";
import { lookUpChanged } from "../../disputes/look-up-changed.ts";
import { type AttemptHandle, attemptOfHandle, move, patch } from "../../flow/attempt-handle.ts";
import { chargeNotices, readsNotices } from "../../inbox/notice-inbox.ts";
import { raiseAlarm } from "../../outcomes/compare-payment.ts";
import { findAppliedMark } from "../../outcomes/mark-store.ts";
import { subjectOfPayment } from "../../outcomes/outcome-rules.ts";
import { handlerLeaseMs } from "../../payments-deps.ts";
import { type AttemptRecord, chargeKey, type IntentRecord } from "../../records.ts";
import { mayHaveCharged } from "../../states/attempt-states.ts";
import { ChargeOfOtherPayment } from "../../store/charge-of-other-payment.ts";
import type { LookUpAnswer } from "../payment-method.ts";
import { reportChargeOfOtherPayment } from "./charge-attempt.ts";
import { factsPatch } from "./charge-facts.ts";
import { followMark } from "./follow-mark.ts";
import { lookUp, tooOldToFind } from "./look-up-charge.ts";
import { backoffMs, reverseDue, reverseLateCharge } from "./reverse-charge.ts";
import { askForResult, asksForResult } from "./three-ds/ask-result.ts";
import { challengeEndMs, nextResultRequestMs } from "./three-ds/challenge-times.ts";
import {
  endChallenge,
  enforcePolicy,
  followChallenge,
  lookUpAndEndChallenge,
} from "./three-ds/native-challenge.ts";

/**
 * After this many look-ups (about 16 s), "not found" means that there is no charge. Earlier, a charge may be on its
 * way. In steps other than `processing` the lease has waited long enough, unless the processor's look-ups find charges
 * late.
 */
const minLookUps = 4;

/** Whether the look-ups so far took as long as this processor may need to show a charge. */
function hasWaitedLongEnough(checks: number, findsAfterMs: number): boolean {
  let waitedMs = 0;
  for (let check = 0; check < checks; check += 1) waitedMs += backoffMs(check);
  return waitedMs >= findsAfterMs;
}

/**
 * Recovers a card attempt after a crash, with an unknown outcome, or after the customer left. Only looks up, reverses
 * and ends attempts; never charges. If the processor names another payment's charge, looks up again later.
 */
export async function recoverCharge(
  handle: AttemptHandle,
  intent: IntentRecord,
  attempt: AttemptRecord,
): Promise<void> {
  const before = await countNotices(handle, attempt);
  await follow(handle, intent, attempt, "job");
  // A notice during the look-up found the attempt claimed, and the look-up may not have read it.
  if ((await countNotices(handle, attempt)) === before) return;
  const processor = handle.deps.processors.byName(attempt.processor);
  const key = chargeKey(attempt);
  if (processor) await lookUpChanged(handle.deps, processor, { type: "charge", key });
}

async function countNotices({ deps, operatorId }: AttemptHandle, attempt: AttemptRecord) {
  return (await chargeNotices(deps, operatorId, attempt)).length;
}

/** Looks a charge up at a person's request. The job's schedule stays as it is. */
export async function lookUpCharge(
  handle: AttemptHandle,
  intent: IntentRecord,
  attempt: AttemptRecord,
): Promise<LookUpAnswer> {
  const outcome = await follow(handle, intent, attempt, "person");
  if (!outcome) return { answer: "reversal_requested", reference: attempt.chargeId, reason: null };
  const reason = outcome.type === "declined" ? outcome.declineCode : null;
  return {
    answer: outcome.type,
    reference: "chargeId" in outcome ? outcome.chargeId : null,
    reason: "reason" in outcome ? outcome.reason : reason,
  };
}

/** Who requests the look-up. Only the job schedules another one. */
export type LookUpRequester = "job" | "person";

/** Looks up the charge; null if the processor was not asked. */
async function follow(
  handle: AttemptHandle,
  intent: IntentRecord,
  attempt: AttemptRecord,
  requester: LookUpRequester,
): Promise<ChargeOutcome | null> {
  const { step } = attempt;
  try {
    if (attempt.reversal === "due") {
      if (requester === "job" || !mayBeUnknownYet(handle, attempt))
        await reverseDue(handle, intent);
      return null;
    }
    if (mayHaveCharged(step)) return await resolveCharge(handle, intent, requester);
    if (step !== "failed" && step !== "success") {
      if (await isResultAwaited(handle, intent, attempt, requester)) return null;
      await failAbandoned(handle, attempt);
      return null;
    }
    const { database } = handle.deps;
    const mark = await findAppliedMark(database.kysely, handle.operatorId, handle.paymentId);
    if (mark)
      return await followMark(handle, intent, attempt, mark, {
        lookUp,
        isJob: requester === "job",
      });
    return step === "failed" ? await lookForLateCharge(handle, intent, requester) : null;
  } catch (error) {
    if (!(error instanceof ChargeOfOtherPayment)) throw error;
    reportChargeOfOtherPayment(handle, attempt.processor);
    await scheduleNextLookUp(handle, requester);
    return { type: "unknown", reason: "charge_of_another" };
  }
}

/** Whether the reversal is so recent that the processor's look-ups may not show it. */
function mayBeUnknownYet({ deps }: AttemptHandle, attempt: AttemptRecord): boolean {
  const { findsAfterMs = 0 } = deps.processors.byName(attempt.processor)?.capabilities ?? {};
  return findsAfterMs > 0 && deps.clock.nowMs() < (attempt.nextCheckAtMs ?? 0);
}

/** Asks for the result where nobody posts it. Returns whether the attempt can still get one. */
async function isResultAwaited(
  handle: AttemptHandle,
  intent: IntentRecord,
  attempt: AttemptRecord,
  requester: LookUpRequester,
): Promise<boolean> {
  const { deps } = handle;
  if (!attempt.threeDS || !asksForResult(deps, attempt)) return false;
  const applied = await askForResult(deps, intent, attempt.paymentId);
  if (applied) {
    await applied.afterwards?.();
    return true;
  }
  const nowMs = deps.clock.nowMs();
  if (nowMs >= challengeEndMs(attempt.threeDS)) return false;
  if (requester === "job") {
    await patch(handle, (latest) =>
      latest.step === "challenge" && latest.threeDS
        ? {
            checks: latest.checks + 1,
            nextCheckAtMs: nextResultRequestMs(latest.threeDS, latest.checks + 1, nowMs),
          }
        : null,
    );
  }
  return true;
}

/**
 * Fails an attempt in a step without a charge, after the customer left or the process died. Never from another step: a
 * request that has moved it in the meantime may be charging.
 */
async function failAbandoned(handle: AttemptHandle, attempt: AttemptRecord): Promise<void> {
  const reason =
    attempt.step === "authenticating" ? "processing_interrupted" : "authentication_timed_out";
  await move(handle, { event: "refused", from: attempt.step, reason });
}

async function resolveCharge(
  handle: AttemptHandle,
  intent: IntentRecord,
  requester: LookUpRequester,
): Promise<ChargeOutcome> {
  const attempt = attemptOfHandle(handle, intent);
  const outcome = await lookUpAndEndChallenge(handle.deps, intent, attempt);
  await applyFound(handle, intent, attempt, outcome, requester);
  return outcome;
}

/** Applies a look-up of an attempt that may have charged. A person's look-up does not change the schedule. */
export async function applyFound(
  handle: AttemptHandle,
  intent: IntentRecord,
  attempt: AttemptRecord,
  found: ChargeOutcome,
  requester: LookUpRequester,
): Promise<void> {
  const { deps } = handle;
  const outcome = await enforcePolicy(handle, attempt, found);
  const facts = factsPatch(deps, attempt, outcome);
  switch (outcome.type) {
    case "approved":
      await move(handle, { event: "approved", patch: { chargeId: outcome.chargeId, ...facts } });
      return;
    case "declined":
      await move(handle, {
        event: "refused",
        lookedUp: attempt,
        patch: { chargeId: outcome.chargeId, ...facts },
        reason: outcome.declineCode,
      });
      return;
    case "reversed":
      await move(handle, {
        event: "refused",
        lookedUp: attempt,
        patch: { chargeId: outcome.chargeId },
        reason: "charge_reversed",
      });
      return;
    case "mismatch": {
      if (!outcome.charged) {
        await move(handle, { event: "refused", lookedUp: attempt, reason: "processing_error" });
        return;
      }
      const noted = await move(handle, {
        event: "charge_unknown",
        patch: { chargeId: outcome.chargeId, reversal: "due" },
      });
      if (noted.written) await reverseDue(handle, noted.intent);
      return;
    }
    case "challenge": {
      const isJob = requester === "job";
      const ended = await followChallenge(handle, intent, attempt, { url: outcome.url, isJob });
      if (ended) await applyFound(handle, intent, attempt, ended, requester);
      return;
    }
    case "not_found": {
      // During the lease the request released the attempt early, and its charge may be on its way.
      const isLeaseOver = deps.clock.nowMs() >= attempt.updatedAtMs + handlerLeaseMs(deps.times);
      const mayBeCertain =
        (attempt.step !== "processing" && isLeaseOver) || attempt.checks >= minLookUps;
      const { findsAfterMs = 0 } = deps.processors.byName(attempt.processor)?.capabilities ?? {};
      if (mayBeCertain && hasWaitedLongEnough(attempt.checks, findsAfterMs)) {
        const nextCheckAtMs = deps.clock.nowMs() + backoffMs(6);
        await move(handle, {
          event: "refused",
          lookedUp: attempt,
          patch: { nextCheckAtMs },
          reason: "processing_interrupted",
        });
        return;
      }
      await scheduleNextLookUp(handle, requester);
      return;
    }
    default:
      await scheduleNextLookUp(handle, requester);
  }
}

/**
 * Looks for the charge of an attempt that failed because no charge was found. Reverses a charge that turns up, once. If
 * the processor shows it again, staff must ask the processor; if its notices show it, the job raises an alarm.
 */
async function lookForLateCharge(
  handle: AttemptHandle,
  intent: IntentRecord,
  requester: LookUpRequester,
): Promise<ChargeOutcome> {
  const { deps } = handle;
  const attempt = attemptOfHandle(handle, intent);
  const found = await lookUp(deps, intent, attempt);
  const outcome =
    found.type === "challenge" ? await endChallenge(deps, intent, attempt, "timed_out") : found;
  const isCharged = outcome.type === "approved" || (outcome.type === "mismatch" && outcome.charged);
  const isReversed = attempt.reversal === "done";
  if (isCharged && !isReversed) {
    await reverseLateCharge(handle, outcome.chargeId);
    return outcome;
  }
  if (isCharged) {
    const { paymentId, processor } = attempt;
    deps.log.error("a processor shows a charge that it had reversed", { paymentId, processor });
    const cardProcessor = deps.processors.byName(processor);
    // A query can show a refunded charge unchanged. Only notices report that the refund came back.
    const isProven = cardProcessor !== undefined && readsNotices(cardProcessor);
    if (isProven) {
      await raiseAlarm(deps, subjectOfPayment(intent, attempt), "happened_after_all", outcome);
    }
  }
  const isOver = deps.clock.nowMs() - attempt.createdAtMs > deps.times.lateChargeWatchMs;
  const isSettled = isReversed || outcome.type === "declined" || outcome.type === "reversed";
  // A mismatch that is not reversed has charged nothing.
  const isUncharged = outcome.type === "not_found" || outcome.type === "mismatch";
  if (isSettled || (isOver && (isUncharged || outcome === tooOldToFind))) {
    await patch(handle, () => ({ nextCheckAtMs: null }));
    return outcome;
  }
  await scheduleNextLookUp(handle, requester);
  return outcome;
}

async function scheduleNextLookUp(
  handle: AttemptHandle,
  requester: LookUpRequester,
): Promise<void> {
  if (requester === "person") return;
  await patch(handle, (latest) => ({
    checks: latest.checks + 1,
    nextCheckAtMs: handle.deps.clock.nowMs() + backoffMs(latest.checks),
  }));
}
