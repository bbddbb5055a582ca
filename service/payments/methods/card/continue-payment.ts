import { setTimeout as pause } from "node:timers/promises";
import type { ClientPayment, ContinuePayment } from "#contract/client/payments";
import { inTransaction } from "../../../platform/database/transaction.ts";
import { ApiError } from "../../../platform/http/api-error.ts";
import type { ApiResponse, LeaseClaim } from "../../../platform/http/idempotency.ts";
import { unlessBroken } from "../../../platform/secrets/seal.ts";
import {
  type AttemptHandle,
  attemptOfHandle,
  move,
  patch,
  responseOf,
} from "../../flow/attempt-handle.ts";
import { newHold, releaseIfStoreLost } from "../../flow/attempt-hold.ts";
import { leaseEndMs, type PaymentsDeps } from "../../payments-deps.ts";
import { type AttemptRecord, attemptOf, type IntentRecord } from "../../records.ts";
import { chargeOrAuthenticate, sendAuthenticationRequest } from "./authenticate-attempt.ts";
import { type CardHandle, openCard } from "./card-handle.ts";
import { failAttempt } from "./charge-attempt.ts";
import { askForResult, asksForResult } from "./three-ds/ask-result.ts";
import { nextResultRequestMs } from "./three-ds/challenge-times.ts";
import { continueNative } from "./three-ds/continue-native.ts";
import { openChallengeOf } from "./three-ds/native-record.ts";

/** The frame reports the end of a step of 3-D Secure, or that the customer cancels a redirect. */
export interface Continuation {
  readonly intent: IntentRecord;
  readonly paymentId: string;
  readonly body: ContinuePayment;
  readonly claim: LeaseClaim;
}

/** First pause between two checks for a result. Each pause doubles. */
const firstLookMs = 25;

/**
 * Continues after the 3DS method, a challenge, or a canceled redirect. The frame's report only starts the next step:
 * the ARes and the RReq decide whether the customer is authenticated. A step that has ended is not repeated: the
 * attempt is returned as it is. Throws `resource_not_found`.
 */
export async function continuePayment(
  deps: PaymentsDeps,
  continuation: Continuation,
): Promise<ApiResponse<ClientPayment>> {
  const { paymentId, body, claim } = continuation;
  const { paymentIntentId, operatorId } = continuation.intent;
  const intent = await deps.store.read(paymentIntentId);
  const attempt = intent && attemptOf(intent, paymentId);
  if (!intent || !attempt) throw new ApiError("resource_not_found");
  if (body.after === "redirect") {
    const handle = {
      deps,
      operatorId,
      paymentIntentId,
      paymentId,
      claim,
      successCode: 200 as const,
      hold: newHold(),
    };
    await deps.methods.find(attempt.type)?.cancel?.(handle, attempt);
    return answerUnchanged(handle, (await deps.store.read(paymentIntentId)) ?? intent);
  }
  const hold = newHold();
  const held = { deps, operatorId, paymentIntentId, paymentId, claim, hold };
  const handle = { ...held, successCode: 200 as const };
  if (body.after === "challenge" && openChallengeOf(attempt)) {
    return answerUnchanged(handle, await continueNative(handle, intent, body));
  }
  const card =
    attempt.type === "card" ? unlessBroken(() => openCard(deps, operatorId, attempt)) : null;
  const operator = await deps.operators.get(operatorId);
  // An attempt whose card is damaged ends with the result of its challenge, or when the time for that is over.
  if (!card) return answerUnchanged(handle, intent);
  const cardHandle: CardHandle = {
    ...handle,
    settings: operator.settings,
    operatorName: operator.name,
    card,
    cvc: body.cvc,
  };
  return releaseIfStoreLost(cardHandle, () =>
    continueByCard(cardHandle, { ...continuation, intent }, attempt),
  );
}

async function continueByCard(
  handle: CardHandle,
  { intent, body }: Continuation,
  attempt: AttemptRecord,
): Promise<ApiResponse<ClientPayment>> {
  const { deps, operatorId, paymentId, card } = handle;
  if (body.after === "redirect") throw new Error("a card payment has no redirect to cancel");
  if (body.after === "three_ds_method") {
    const sent = await move(handle, {
      event: "authentication_sent",
      from: "three_ds_method",
      patch: { nextCheckAtMs: leaseEndMs(deps) },
      key: "begin",
    });
    if (!sent.written) return answerUnchanged(handle, sent.intent);
    // The 3DS server would refuse it, which says nothing about the issuer: `threeDSecureUnavailable` must not decide.
    const { preparedForMs = Number.POSITIVE_INFINITY } = deps.threeDSServer.capabilities;
    if (deps.clock.nowMs() - attempt.updatedAtMs > preparedForMs) {
      return responseOf(handle, await failAttempt(handle, "authentication_timed_out"));
    }
    return responseOf(
      handle,
      await sendAuthenticationRequest(handle, sent.intent, body.completionIndicator),
    );
  }

  if (body.outcome !== "completed") {
    const reason =
      body.outcome === "canceled" ? "authentication_canceled" : "authentication_timed_out";
    const isWaiting = attempt.step === "challenge" || attempt.step === "authenticated";
    if (!isWaiting) return answerUnchanged(handle, intent);
    const refused = await move(handle, { event: "refused", from: "challenge", reason });
    if (refused.written || body.outcome !== "canceled")
      return answerUnchanged(handle, refused.intent);
    // The issuer confirmed while the customer canceled: no charge.
    const left = await move(handle, { event: "refused", from: "authenticated", reason });
    return answerUnchanged(handle, left.intent);
  }
  const known = await waitForResult(deps, intent, paymentId);
  const result = await move(handle, {
    event: "charge_begun",
    patch: { nextCheckAtMs: leaseEndMs(deps) },
    key: "begin",
  });
  if (result.written) {
    const latest = openCard(deps, operatorId, attemptOfHandle(handle, result.intent)) ?? card;
    return responseOf(
      handle,
      await chargeOrAuthenticate({ ...handle, card: latest }, result.intent),
    );
  }
  if (attemptOfHandle(handle, known).step === "challenge") {
    // When the late result arrives, the charge starts without a CVC.
    const noted = await patch(handle, (latest) => {
      if (latest.step !== "challenge" || !latest.threeDS) return null;
      const threeDS = { ...latest.threeDS, browserReturned: true };
      if (!asksForResult(deps, latest)) return { threeDS };
      const nowMs = deps.clock.nowMs();
      return { threeDS, checks: 0, nextCheckAtMs: nextResultRequestMs(threeDS, 0, nowMs) };
    });
    return answerUnchanged(handle, noted.intent);
  }
  return answerUnchanged(handle, result.intent);
}

/** The result usually precedes the browser's return. Otherwise waits for it briefly, or asks the 3DS server. */
async function waitForResult(
  deps: PaymentsDeps,
  intent: IntentRecord,
  paymentId: string,
): Promise<IntentRecord> {
  const begunMs = deps.machineClock.nowMs();
  let current = intent;
  let pausedMs = 0;
  for (let lookMs = firstLookMs; ; lookMs *= 2) {
    const attempt = attemptOf(current, paymentId);
    if (attempt?.step !== "challenge") break;
    if (asksForResult(deps, attempt)) {
      const applied = await askForResult(deps, current, paymentId);
      if (applied) return applied.intent;
    }
    // A request without a response takes until its deadline.
    const waitedMs = Math.max(pausedMs, deps.machineClock.nowMs() - begunMs);
    const leftMs = deps.times.resultsWaitMs - waitedMs;
    if (leftMs <= 0) break;
    await pause(Math.min(lookMs, leftMs));
    pausedMs += lookMs;
    current = (await deps.store.read(intent.paymentIntentId)) ?? current;
  }
  return current;
}

/** Answers without an outside call, so the key's lease starts and ends in one transaction. */
async function answerUnchanged(
  handle: AttemptHandle,
  intent: IntentRecord,
): Promise<ApiResponse<ClientPayment>> {
  const response = responseOf(handle, intent);
  const { claim } = handle;
  if (claim) {
    await inTransaction(handle.deps.database, async (tx) => {
      await claim.begin(tx, handle.paymentId);
      await claim.finish(tx, response);
    });
  }
  return response;
}
