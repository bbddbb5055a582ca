import type { ARes, TransStatus } from "#contract/connectors/three-ds";
import {
  buildAuthenticationRequest,
  challengeWindowFor,
  type Enrolment,
  eciFor,
  shiftsLiability,
} from "../../../providers/three-ds/index.ts";
import type { AttemptPatch } from "../../attempt-changes.ts";
import { attemptOfRun, finishElsewhere, move, sealDetails } from "../../flow/attempt-run.ts";
import { handlerLeaseMs } from "../../payments-deps.ts";
import {
  type AttemptRecord,
  brandOf,
  type IntentRecord,
  type ThreeDSRecord,
} from "../../records.ts";
import type { CardRun } from "./card-run.ts";
import { chargeAttempt, refuse } from "./charge-attempt.ts";
import { decideAfterAuthentication, decideWhenUnavailable, policyFor } from "./three-ds/decide.ts";
import { merchantOf } from "./three-ds/merchant.ts";
import { newThreeDSServerTransID } from "./three-ds/trans-id.ts";

/** The recovery job looks at a challenge a while after its end, when no result can come any more. */
const afterChallengeMs = 60_000;

/** What the directory server said about the card decides the way: charge, 3DS Method, or AReq. */
export async function goOnAfterEnrolment(
  run: CardRun,
  intent: IntentRecord,
  enrolment: Enrolment,
  options: { readonly mandateChallenge: boolean },
): Promise<IntentRecord> {
  const { deps, settings } = run;
  if (enrolment.type === "enrolled") return beginAuthentication(run, intent, enrolment, options);
  if (options.mandateChallenge) return refuse(run, "authentication_required");
  if (enrolment.type === "not_enrolled" && settings.threeDSecure === "when_enrolled") {
    return chargeOrAuthenticate(run, intent);
  }
  if (enrolment.type === "unavailable") {
    deps.log.warn("3-D Secure is not available", {
      paymentId: run.paymentId,
      reason: enrolment.reason,
    });
  }
  const decision = decideWhenUnavailable(settings.threeDSecureUnavailable);
  return decision.type === "refuse"
    ? refuse(run, decision.reason)
    : chargeOrAuthenticate(run, intent);
}

/**
 * Charges, and when the issuer wants 3-D Secure after all, begins that; the charge that follows it
 * has a key of its own.
 */
export async function chargeOrAuthenticate(
  run: CardRun,
  charged: IntentRecord,
): Promise<IntentRecord> {
  const result = await chargeAttempt(run, charged);
  if (result !== "soft_declined") return result;
  const enrolment = await run.deps.directoryServer.lookUpCard(run.card.number);
  const intent = await run.deps.store.recall(run.paymentIntentId);
  if (!intent) return refuse(run, "authentication_required");
  return goOnAfterEnrolment(run, intent, enrolment, { mandateChallenge: true });
}

async function beginAuthentication(
  run: CardRun,
  intent: IntentRecord,
  enrolment: Extract<Enrolment, { type: "enrolled" }>,
  { mandateChallenge }: { readonly mandateChallenge: boolean },
): Promise<IntentRecord> {
  const { deps } = run;
  const attempt = attemptOfRun(run, intent);
  const threeDS: ThreeDSRecord = {
    threeDSServerTransID: newThreeDSServerTransID(deps.random),
    version: enrolment.version,
    methodUrl: enrolment.methodUrl,
    mandateChallenge,
    windowSize: challengeWindowFor(run.card.browser),
    acsTransID: null,
    dsTransID: null,
    acsUrl: null,
    transStatus: null,
    eci: null,
    challenged: false,
    browserReturned: false,
    liabilityShift: false,
    expiresAtMs: null,
  };
  const begun = {
    threeDS,
    chargeNumber: mandateChallenge ? attempt.chargeNumber + 1 : attempt.chargeNumber,
    detailsSealed: sealDetails(deps, run.operatorId, run.paymentId, run.card),
  };
  if (enrolment.methodUrl === null) {
    const sent = await move(run, {
      event: "authentication_sent",
      patch: { ...begun, nextCheckAtMs: leaseEnd(run) },
    });
    if (!sent.written) return finishElsewhere(run, sent.intent);
    return sendAuthenticationRequest(run, sent.intent, "U");
  }
  const waiting = await move(run, {
    event: "method_required",
    patch: { ...begun, nextCheckAtMs: deps.clock.nowMs() + deps.times.challengeMs },
    key: "last",
  });
  return waiting.written ? waiting.intent : finishElsewhere(run, waiting.intent);
}

/** Sends the AReq of an attempt in step `authenticating`, and goes where the ARes leads. */
export async function sendAuthenticationRequest(
  run: CardRun,
  intent: IntentRecord,
  completionIndicator: "Y" | "N" | "U",
): Promise<IntentRecord> {
  const { deps, card } = run;
  const attempt = attemptOfRun(run, intent);
  const { threeDS } = attempt;
  if (!threeDS) throw new Error(`${attempt.paymentId} has no 3-D Secure to send`);
  const result = await deps.directoryServer.authenticate(
    buildAuthenticationRequest({
      threeDSServerTransID: threeDS.threeDSServerTransID,
      messageVersion: threeDS.version,
      completionIndicator,
      mandateChallenge: threeDS.mandateChallenge,
      card,
      amountMinor: attempt.price.totalMinor,
      currency: intent.currency,
      purchasedAtMs: deps.clock.nowMs(),
      context: {
        browser: card.browser,
        acceptHeader: card.acceptHeader,
        ipAddress: card.ipAddress,
      },
      merchant: merchantOf(run.operatorName, deps.config.publicUrl),
      resultsUrl: deps.resultsUrl,
      notificationUrl: `${deps.config.publicUrl}/v1/three-ds/challenge-notification`,
    }),
  );
  deps.counters.authentication(
    result.type === "answered" ? result.response.transStatus : "unavailable",
  );
  if (result.type === "unavailable") {
    deps.log.warn("the bank could not be asked", {
      paymentId: run.paymentId,
      reason: result.reason,
    });
    const decision = decideWhenUnavailable(policyFor(run.settings, threeDS));
    if (decision.type === "refuse") return refuse(run, decision.reason);
    return passAndCharge(run, attempt, {});
  }
  const { response } = result;
  const answered = withAnswer(attempt, threeDS, response);
  const decision = decideAfterAuthentication(response, "ARes", policyFor(run.settings, threeDS));
  if (decision.type === "authorise") {
    return passAndCharge(run, attempt, { threeDS: answered }, response.authenticationValue);
  }
  if (decision.type === "refuse") {
    const refused = await move(run, {
      event: "refused",
      patch: { threeDS: answered },
      reason: decision.reason,
      key: "last",
    });
    return refused.written ? refused.intent : finishElsewhere(run, refused.intent);
  }
  const expiresAtMs = deps.clock.nowMs() + deps.times.challengeMs;
  const challenged = await move(run, {
    event: "challenge_required",
    patch: {
      threeDS: { ...answered, acsUrl: response.acsURL ?? null, challenged: true, expiresAtMs },
      nextCheckAtMs: expiresAtMs + afterChallengeMs,
    },
    key: "last",
  });
  return challenged.written ? challenged.intent : finishElsewhere(run, challenged.intent);
}

async function passAndCharge(
  run: CardRun,
  attempt: AttemptRecord,
  found: AttemptPatch,
  authenticationValue?: string,
): Promise<IntentRecord> {
  const card = { ...run.card, authenticationValue };
  const detailsSealed = sealDetails(run.deps, run.operatorId, attempt.paymentId, card);
  const passed = await move(run, {
    event: "authentication_passed",
    patch: { ...found, detailsSealed, nextCheckAtMs: leaseEnd(run) },
  });
  if (!passed.written) return finishElsewhere(run, passed.intent);
  return chargeOrAuthenticate({ ...run, card }, passed.intent);
}

/** Notes what an ARes or RReq said. */
export function withAnswer(
  attempt: AttemptRecord,
  threeDS: ThreeDSRecord,
  answer: Pick<ARes, "acsTransID" | "dsTransID" | "eci"> & { readonly transStatus: TransStatus },
): ThreeDSRecord {
  const brand = brandOf(attempt);
  // A challenge has no result yet, so no indicator either.
  const eci = answer.transStatus === "C" ? null : (answer.eci ?? eciFor(brand, answer.transStatus));
  return {
    ...threeDS,
    acsTransID: answer.acsTransID,
    dsTransID: answer.dsTransID,
    transStatus: answer.transStatus,
    eci,
    liabilityShift: eci !== null && shiftsLiability(brand, answer.transStatus, eci),
  };
}

function leaseEnd({ deps }: CardRun): number {
  return deps.clock.nowMs() + handlerLeaseMs(deps.times);
}
