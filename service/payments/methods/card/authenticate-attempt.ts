import type { ARes, TransStatus } from "#contract/connectors/three-ds";
import {
  challengeWindowFor,
  type Enrolment,
  eciFor,
  shiftsLiability,
} from "../../../providers/three-ds/index.ts";
import type { AttemptPatch } from "../../attempt-changes.ts";
import { chargeReferenceOf } from "../../charge-reference.ts";
import {
  attemptOfHandle,
  finishRequest,
  move,
  patch,
  sealDetails,
} from "../../flow/attempt-handle.ts";
import { leaseEndMs, type PaymentsDeps } from "../../payments-deps.ts";
import {
  type AttemptRecord,
  brandOf,
  type CardSecret,
  type IntentRecord,
  type ThreeDSRecord,
} from "../../records.ts";
import type { CardHandle } from "./card-handle.ts";
import { chargeAttempt, failAttempt } from "./charge-attempt.ts";
import { payingCustomer } from "./charge-request.ts";
import { challengeEndMs, nextResultRequestMs } from "./three-ds/challenge-times.ts";
import { decideAfterAuthentication, decideWhenUnavailable, policyFor } from "./three-ds/decide.ts";
import { authenticatesItself, newNativeRecord } from "./three-ds/native-record.ts";
import { newThreeDSRecord } from "./three-ds/new-record.ts";

/** Continues with a charge, the 3DS method, or an AReq. */
export async function continueAfterEnrolment(
  handle: CardHandle,
  intent: IntentRecord,
  enrolment: Enrolment,
  options: { readonly mandateChallenge: boolean },
): Promise<IntentRecord> {
  const { deps, settings } = handle;
  if (enrolment.type === "enrolled") return beginAuthentication(handle, intent, enrolment, options);
  if (options.mandateChallenge) return failAttempt(handle, "authentication_required");
  if (enrolment.type === "not_enrolled" && settings.threeDSecure === "when_enrolled") {
    return chargeOrAuthenticate(handle, intent);
  }
  if (enrolment.type === "unavailable") {
    deps.log.warn("3-D Secure is not available", {
      paymentId: handle.paymentId,
      reason: enrolment.reason,
    });
  }
  const decision = decideWhenUnavailable(settings.threeDSecureUnavailable);
  return decision.type === "refuse"
    ? failAttempt(handle, decision.reason)
    : chargeOrAuthenticate(handle, intent);
}

/**
 * Whether a card takes part in 3-D Secure. Rejects another payment's authentication id: its results could be that
 * payment's.
 */
export async function lookUpCard(
  deps: Pick<PaymentsDeps, "threeDSServer" | "store">,
  { number }: Pick<CardSecret, "number">,
  brand: string,
  processor: string,
): Promise<Enrolment> {
  const enrolment = await deps.threeDSServer.lookUpCard({ number, brand, processor });
  const isOurId = deps.threeDSServer.capabilities.results === "posted";
  if (enrolment.type !== "enrolled" || isOurId) return enrolment;
  const isTaken = await deps.store.findByThreeDS(enrolment.threeDSServerTransID);
  return isTaken ? { type: "unavailable", reason: "other_transaction" } : enrolment;
}

/** Charges the card; after a soft decline, starts authentication. The next charge has another charge key. */
export async function chargeOrAuthenticate(
  handle: CardHandle,
  charged: IntentRecord,
  { mandateChallenge = false }: { readonly mandateChallenge?: boolean } = {},
): Promise<IntentRecord> {
  const result = await chargeAttempt(handle, charged, mandateChallenge);
  if (typeof result !== "string") return result;
  const isMandated = mandateChallenge || result === "soft_declined";
  const intent = await handle.deps.store.recall(handle.paymentIntentId);
  if (!intent) return failAttempt(handle, "authentication_required");
  const attempt = attemptOfHandle(handle, intent);
  if (authenticatesItself(handle.deps, attempt.processor)) {
    return chargeAgainWithChallenge(handle, attempt);
  }
  const enrolment = await lookUpCard(handle.deps, handle.card, brandOf(attempt), attempt.processor);
  const latest = (await handle.deps.store.recall(handle.paymentIntentId)) ?? intent;
  return continueAfterEnrolment(handle, latest, enrolment, { mandateChallenge: isMandated });
}

/** Charges again after a soft decline by a processor with its own 3-D Secure. */
async function chargeAgainWithChallenge(
  handle: CardHandle,
  attempt: AttemptRecord,
): Promise<IntentRecord> {
  const chargeNumber = attempt.chargeNumber + 1;
  const repeat = await patch(handle, (latest) =>
    latest.step === attempt.step && latest.chargeNumber === attempt.chargeNumber
      ? {
          chargeNumber,
          chargeReference: chargeReferenceOf(handle.deps, attempt.processor, {
            paymentId: attempt.paymentId,
            chargeNumber,
          }),
          threeDS: newNativeRecord(handle.deps, handle.card, true),
          nextCheckAtMs: leaseEndMs(handle.deps),
        }
      : null,
  );
  if (!repeat.written) return finishRequest(handle, repeat.intent);
  return chargeOrAuthenticate(handle, repeat.intent, { mandateChallenge: true });
}

async function beginAuthentication(
  handle: CardHandle,
  intent: IntentRecord,
  enrolment: Extract<Enrolment, { type: "enrolled" }>,
  { mandateChallenge }: { readonly mandateChallenge: boolean },
): Promise<IntentRecord> {
  const { deps } = handle;
  const attempt = attemptOfHandle(handle, intent);
  const threeDS = newThreeDSRecord({
    threeDSServerTransID: enrolment.threeDSServerTransID,
    version: enrolment.version,
    methodUrl: enrolment.methodUrl,
    mandateChallenge,
    windowSize: challengeWindowFor(handle.card.browser),
  });
  const chargeNumber = attempt.chargeNumber + 1;
  const next = { paymentId: attempt.paymentId, chargeNumber };
  const started = {
    threeDS,
    ...(mandateChallenge && {
      chargeNumber,
      chargeReference: chargeReferenceOf(deps, attempt.processor, next),
    }),
    detailsSealed: sealDetails(deps, handle.operatorId, handle.paymentId, handle.card),
  };
  if (enrolment.methodUrl === null) {
    const sent = await move(handle, {
      event: "authentication_sent",
      patch: { ...started, nextCheckAtMs: leaseEndMs(handle.deps) },
    });
    if (!sent.written) return finishRequest(handle, sent.intent);
    return sendAuthenticationRequest(handle, sent.intent, "U");
  }
  const waiting = await move(handle, {
    event: "method_required",
    patch: { ...started, nextCheckAtMs: deps.clock.nowMs() + deps.times.challengeMs },
    key: "last",
  });
  return waiting.written ? waiting.intent : finishRequest(handle, waiting.intent);
}

/** Sends the AReq of an attempt in step `authenticating` and continues with the ARes. */
export async function sendAuthenticationRequest(
  handle: CardHandle,
  intent: IntentRecord,
  completionIndicator: "Y" | "N" | "U",
): Promise<IntentRecord> {
  const { deps, card } = handle;
  const attempt = attemptOfHandle(handle, intent);
  const { threeDS } = attempt;
  if (!threeDS) throw new Error(`${attempt.paymentId} has no 3-D Secure to send`);
  const result = await deps.threeDSServer.authenticate({
    threeDSServerTransID: threeDS.threeDSServerTransID,
    messageVersion: threeDS.version,
    completionIndicator,
    mandateChallenge: threeDS.mandateChallenge,
    processor: attempt.processor,
    card: { ...card, brand: brandOf(attempt) },
    customer: await payingCustomer(deps, intent, card),
    amountMinor: attempt.price.totalMinor,
    currency: intent.currency,
    purchasedAtMs: deps.clock.nowMs(),
    context: {
      browser: card.browser,
      acceptHeader: card.acceptHeader,
      ipAddress: card.ipAddress,
    },
    merchant: { name: handle.operatorName, url: deps.config.publicUrl },
    notificationUrl: `${deps.config.publicUrl}/v1/three-ds/challenge-notification`,
  });
  deps.counters.authentication(
    result.type === "answered" ? result.response.transStatus : "unavailable",
  );
  if (result.type === "unavailable") {
    deps.log.warn("the issuer could not be reached for authentication", {
      paymentId: handle.paymentId,
      reason: result.reason,
    });
    const decision = decideWhenUnavailable(policyFor(handle.settings, threeDS));
    if (decision.type === "refuse") return failAttempt(handle, decision.reason);
    return chargeAuthenticated(handle, attempt, {});
  }
  const { response } = result;
  const answered = withAnswer(attempt, threeDS, response);
  const decision = decideAfterAuthentication(response, "ARes", policyFor(handle.settings, threeDS));
  if (decision.type === "authorise") {
    return chargeAuthenticated(
      handle,
      attempt,
      { threeDS: answered },
      response.authenticationValue,
    );
  }
  if (decision.type === "refuse") {
    const refused = await move(handle, {
      event: "refused",
      patch: { threeDS: answered },
      reason: decision.reason,
      key: "last",
    });
    return refused.written ? refused.intent : finishRequest(handle, refused.intent);
  }
  const nowMs = deps.clock.nowMs();
  const threeDSRecord: ThreeDSRecord = {
    ...answered,
    acsUrl: response.acsURL ?? null,
    challenged: true,
    expiresAtMs: nowMs + deps.times.challengeMs,
  };
  const isAsked = deps.threeDSServer.capabilities.results === "asked";
  const challenged = await move(handle, {
    event: "challenge_required",
    patch: {
      threeDS: threeDSRecord,
      nextCheckAtMs: isAsked
        ? nextResultRequestMs(threeDSRecord, 0, nowMs)
        : challengeEndMs(threeDSRecord),
    },
    key: "last",
  });
  return challenged.written ? challenged.intent : finishRequest(handle, challenged.intent);
}

async function chargeAuthenticated(
  handle: CardHandle,
  attempt: AttemptRecord,
  answered: AttemptPatch,
  authenticationValue?: string,
): Promise<IntentRecord> {
  const card = { ...handle.card, authenticationValue };
  const detailsSealed = sealDetails(handle.deps, handle.operatorId, attempt.paymentId, card);
  const passed = await move(handle, {
    event: "authentication_passed",
    patch: { ...answered, detailsSealed, nextCheckAtMs: leaseEndMs(handle.deps) },
  });
  if (!passed.written) return finishRequest(handle, passed.intent);
  return chargeOrAuthenticate({ ...handle, card }, passed.intent);
}

export function withAnswer(
  attempt: AttemptRecord,
  threeDS: ThreeDSRecord,
  ares: Pick<ARes, "acsTransID" | "dsTransID" | "eci"> & { readonly transStatus: TransStatus },
): ThreeDSRecord {
  const brand = brandOf(attempt);
  // An open challenge has no result, so no ECI either.
  const eci = ares.transStatus === "C" ? null : (ares.eci ?? eciFor(brand, ares.transStatus));
  return {
    ...threeDS,
    acsTransID: ares.acsTransID,
    dsTransID: ares.dsTransID,
    transStatus: ares.transStatus,
    eci,
    liabilityShift: eci !== null && shiftsLiability(brand, ares.transStatus, eci),
  };
}
