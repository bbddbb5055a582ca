import type { Erro, RReq, RRes } from "#contract/connectors/three-ds";
import { believableOutcome } from "../../../providers/three-ds/index.ts";
import { moveAttempt } from "../../attempt-changes.ts";
import { move, sealDetails } from "../../flow/attempt-handle.ts";
import { newHold, releaseIfStoreLost } from "../../flow/attempt-hold.ts";
import { handlerLeaseMs, type PaymentsDeps } from "../../payments-deps.ts";
import { attemptOf, type IntentRecord } from "../../records.ts";
import { changeIntent } from "../../store/change-intent.ts";
import { chargeOrAuthenticate, withAnswer } from "./authenticate-attempt.ts";
import { type CardHandle, openCard } from "./card-handle.ts";
import { decideAfterAuthentication, policyFor } from "./three-ds/decide.ts";

/** The answer to the directory server, and the work left after it. */
export interface ResultsAnswer {
  readonly message: RRes | Erro;
  /** Charges the attempt, because the browser returned before the result. Undefined otherwise. */
  readonly afterwards?: () => Promise<void>;
}

/**
 * Applies the result of a challenge (RReq). A repeated result, or one after the attempt's end,
 * changes nothing and is acknowledged. A `Y` or `A` without its proof counts as `U`. The answer is
 * an `Erro` 301 for an unknown transaction, and 305 if the ids do not belong together.
 */
export async function receiveResults(deps: PaymentsDeps, request: RReq): Promise<ResultsAnswer> {
  const found = await deps.store.findByThreeDS(request.threeDSServerTransID);
  if (!found) return { message: errorMessage(request, "301", "Transaction not known") };
  const intent = await deps.store.read(found.paymentIntentId);
  const attempt = intent && attemptOf(intent, found.paymentId);
  if (!intent || !attempt?.threeDS) {
    return { message: errorMessage(request, "301", "Transaction not known") };
  }
  const { threeDS } = attempt;
  if (threeDS.acsTransID !== request.acsTransID || threeDS.dsTransID !== request.dsTransID) {
    return { message: errorMessage(request, "305", "Transaction data not valid") };
  }
  await deps.keyring.load(intent.operatorId);
  const { settings } = await deps.operators.get(intent.operatorId);
  const outcome = believableOutcome(request);
  const decision = decideAfterAuthentication(outcome, "RReq", policyFor(settings, threeDS));
  const result = await changeIntent(deps.store, intent.paymentIntentId, (latest) => {
    const current = attemptOf(latest, found.paymentId);
    if (current?.step !== "challenge" || !current.threeDS) return null;
    const answered = withAnswer(current, current.threeDS, outcome);
    const nowMs = deps.clock.nowMs();
    if (decision.type !== "authorise") {
      const reason = decision.type === "refuse" ? decision.reason : "authentication_failed";
      return moveAttempt(latest, current, "refused", nowMs, { threeDS: answered }, reason);
    }
    const card = openCard(deps, latest.operatorId, current);
    if (!card) return null;
    const { authenticationValue } = outcome;
    return moveAttempt(latest, current, "authentication_passed", nowMs, {
      threeDS: answered,
      detailsSealed: sealDetails(deps, latest.operatorId, current.paymentId, {
        ...card,
        authenticationValue,
      }),
    });
  });
  if (result.written) deps.counters.authentication(outcome.transStatus);
  const after = attemptOf(result.intent, found.paymentId);
  const message = acknowledgement(request);
  const isWaitedFor = result.written && after?.step === "authenticated";
  if (!isWaitedFor || !after.threeDS?.browserReturned) return { message };
  return { message, afterwards: () => chargeWithoutBrowser(deps, result.intent, after.paymentId) };
}

/** Charges without a CVC, because the browser returned before the result and now polls. */
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
    const begun = await move(handle, {
      event: "charge_begun",
      patch: { nextCheckAtMs: deps.clock.nowMs() + handlerLeaseMs(deps.times) },
    });
    if (begun.written) await chargeOrAuthenticate(handle, begun.intent);
  });
}

function acknowledgement(request: RReq): RRes {
  return {
    messageType: "RRes",
    messageVersion: request.messageVersion,
    threeDSServerTransID: request.threeDSServerTransID,
    acsTransID: request.acsTransID,
    dsTransID: request.dsTransID,
    resultsStatus: "01",
  };
}

function errorMessage(request: RReq, errorCode: string, errorDescription: string): Erro {
  return {
    messageType: "Erro",
    messageVersion: request.messageVersion,
    errorCode,
    errorComponent: "S",
    errorDescription,
    errorDetail: "threeDSServerTransID",
    errorMessageType: "RReq",
    threeDSServerTransID: request.threeDSServerTransID,
    acsTransID: request.acsTransID,
    dsTransID: request.dsTransID,
  };
}
