import type { ChallengeEnd, ChargeOutcome } from "../../../../providers/processor/index.ts";
import { type AttemptHandle, move, patch } from "../../../flow/attempt-handle.ts";
import type { PaymentsDeps } from "../../../payments-deps.ts";
import { type AttemptRecord, chargeKey, type IntentRecord } from "../../../records.ts";
import { expectedOf, lookUp } from "../look-up-charge.ts";
import { challengeEndMs, nextResultRequestMs } from "./challenge-times.ts";
import { decideAfterAuthentication, policyFor } from "./decide.ts";
import { challengePatch, openChallengeOf } from "./native-record.ts";

/**
 * Handles an open challenge that a look-up found. Opens it, if the process died before the response was stored; lets
 * the customer continue; or ends it after its time or when the customer has left. Returns the outcome of an ended
 * challenge; null while it is open.
 */
export async function followChallenge(
  handle: AttemptHandle,
  intent: IntentRecord,
  attempt: AttemptRecord,
  { url, isJob }: { readonly url: string; readonly isJob: boolean },
): Promise<ChargeOutcome | null> {
  const { deps } = handle;
  const isOpening = attempt.threeDS?.isNative === true && attempt.threeDS.transStatus === null;
  if (isOpening && !attempt.threeDS?.challenged) {
    await move(handle, { event: "charge_unknown", patch: challengePatch(deps, attempt, url) });
    return null;
  }
  const open = openChallengeOf(attempt);
  const nowMs = deps.clock.nowMs();
  if (open && !open.ending && nowMs < challengeEndMs(open)) {
    if (isJob) {
      await patch(handle, (latest) => {
        const still = openChallengeOf(latest);
        const checks = latest.checks + 1;
        return still && { checks, nextCheckAtMs: nextResultRequestMs(still, checks, nowMs) };
      });
    }
    return null;
  }
  return endChallenge(deps, intent, attempt, open?.ending ?? "timed_out");
}

/**
 * Asks the processor about the charge. After a challenge, "nothing was charged" counts only once the processor has
 * ended the payment: the browser could still confirm it on the processor's page.
 */
export async function lookUpAndEndChallenge(
  deps: PaymentsDeps,
  intent: IntentRecord,
  attempt: AttemptRecord,
): Promise<ChargeOutcome> {
  const outcome = await lookUp(deps, intent, attempt);
  const isUncharged =
    outcome.type === "declined" ||
    outcome.type === "not_found" ||
    (outcome.type === "mismatch" && !outcome.charged);
  const open = openChallengeOf(attempt);
  return isUncharged && open
    ? endChallenge(deps, intent, attempt, open.ending ?? "timed_out")
    : outcome;
}

/** Ends an open challenge. The outcome is `unknown` unless it is certain, and never an open challenge. */
export async function endChallenge(
  deps: PaymentsDeps,
  intent: IntentRecord,
  attempt: AttemptRecord,
  why: ChallengeEnd,
): Promise<ChargeOutcome> {
  const processor = deps.processors.byName(attempt.processor);
  const expected = await expectedOf(deps, intent, attempt);
  const outcome = await processor?.endChallenge?.(chargeKey(attempt), expected, why);
  return !outcome || outcome.type === "challenge"
    ? { type: "unknown", reason: "challenge_not_ended" }
    : outcome;
}

/**
 * Turns an approval into a mismatch, which is reversed, if the processor charged without the authentication that the
 * operator's settings or the payment require.
 */
export async function enforcePolicy(
  { deps, operatorId, paymentId }: AttemptHandle,
  { threeDS, processor }: AttemptRecord,
  outcome: ChargeOutcome,
): Promise<ChargeOutcome> {
  if (outcome.type !== "approved" || !threeDS?.isNative) return outcome;
  const { settings } = await deps.operators.get(operatorId);
  const { authentication, chargeId } = outcome;
  const policy = policyFor(settings, threeDS);
  // A card without authentication counts as not enrolled: `when_enrolled` allows it; with `always` the operator must
  // accept unavailable 3-D Secure. Never allowed where the customer must confirm (`confirmed_only`).
  const isAllowed = authentication
    ? decideAfterAuthentication(authentication, "RReq", policy).type === "authorise"
    : policy === "authorise" || (policy === "decline" && settings.threeDSecure === "when_enrolled");
  if (isAllowed) return outcome;
  deps.log.error("a processor charged without the required authentication", {
    paymentId,
    processor,
  });
  return { type: "mismatch", chargeId, charged: true };
}
