import type { RReq } from "#contract/connectors/three-ds";
import { unlessBroken } from "../../../../platform/secrets/seal.ts";
import { believableOutcome } from "../../../../providers/three-ds/index.ts";
import { moveAttempt } from "../../../attempt-changes.ts";
import { move, sealDetails } from "../../../flow/attempt-handle.ts";
import { newHold, releaseIfStoreLost } from "../../../flow/attempt-hold.ts";
import { leaseEndMs, type PaymentsDeps } from "../../../payments-deps.ts";
import { attemptOf, type IntentRecord } from "../../../records.ts";
import { changeIntent } from "../../../store/change-intent.ts";
import { chargeOrAuthenticate, withAnswer } from "../authenticate-attempt.ts";
import { type CardHandle, openCard } from "../card-handle.ts";
import { challengeEndMs } from "./challenge-times.ts";
import { decideAfterAuthentication, policyFor } from "./decide.ts";

export interface AppliedResult {
  readonly intent: IntentRecord;
  /** Charges the attempt, if the browser returned before the result. */
  readonly afterwards?: () => Promise<void>;
}

/**
 * Applies the result of an authentication. The caller has compared the ids with the attempt's. A repeated result, or
 * one after the attempt's end, changes nothing. A `Y` or `A` without its proof counts as `U`. An attempt whose card
 * cannot be decrypted fails, because nobody can charge it.
 */
export async function applyResult(
  deps: PaymentsDeps,
  intent: IntentRecord,
  paymentId: string,
  result: RReq,
): Promise<AppliedResult> {
  await deps.keyring.load(intent.operatorId);
  const { settings } = await deps.operators.get(intent.operatorId);
  const outcome = believableOutcome(result);
  const changed = await changeIntent(deps.store, intent.paymentIntentId, (latest) => {
    const current = attemptOf(latest, paymentId);
    if (current?.step !== "challenge" || !current.threeDS) return null;
    // After a soft decline another authentication has started: the earlier result says nothing about it.
    if (current.threeDS.threeDSServerTransID !== result.threeDSServerTransID) return null;
    const policy = policyFor(settings, current.threeDS);
    const decision = decideAfterAuthentication(outcome, "RReq", policy);
    const answered = withAnswer(current, current.threeDS, outcome);
    const nowMs = deps.clock.nowMs();
    if (decision.type !== "authorise") {
      const reason = decision.type === "refuse" ? decision.reason : "authentication_failed";
      return moveAttempt(latest, current, "refused", nowMs, { threeDS: answered }, reason);
    }
    const card = unlessBroken(() => openCard(deps, latest.operatorId, current));
    if (card === null) return null;
    if (!card) {
      deps.log.error("a payment's card cannot be decrypted", { paymentId });
      const answer = { threeDS: answered };
      return moveAttempt(latest, current, "refused", nowMs, answer, "processing_interrupted");
    }
    const { authenticationValue } = outcome;
    return moveAttempt(latest, current, "authentication_passed", nowMs, {
      threeDS: answered,
      nextCheckAtMs: challengeEndMs(current.threeDS),
      detailsSealed: sealDetails(deps, latest.operatorId, current.paymentId, {
        ...card,
        authenticationValue,
      }),
    });
  });
  if (changed.written) deps.counters.authentication(outcome.transStatus);
  const after = attemptOf(changed.intent, paymentId);
  const isWaitedFor = changed.written && after?.step === "authenticated";
  if (!isWaitedFor || !after.threeDS?.browserReturned) return { intent: changed.intent };
  return {
    intent: changed.intent,
    afterwards: () => chargeWithoutBrowser(deps, changed.intent, paymentId),
  };
}

/** Charges without a CVC: the browser returned before the result and now polls. */
async function chargeWithoutBrowser(
  deps: PaymentsDeps,
  intent: IntentRecord,
  paymentId: string,
): Promise<void> {
  const attempt = attemptOf(intent, paymentId);
  const card = attempt && openCard(deps, intent.operatorId, attempt);
  if (!card) return;
  const operator = await deps.operators.get(intent.operatorId);
  const handle: CardHandle = {
    deps,
    operatorId: intent.operatorId,
    paymentIntentId: intent.paymentIntentId,
    paymentId,
    claim: null,
    successCode: 200,
    hold: newHold(),
    settings: operator.settings,
    operatorName: operator.name,
    card,
    cvc: undefined,
  };
  await releaseIfStoreLost(handle, async () => {
    const result = await move(handle, {
      event: "charge_begun",
      patch: { nextCheckAtMs: leaseEndMs(deps) },
    });
    if (result.written) await chargeOrAuthenticate(handle, result.intent);
  });
}
