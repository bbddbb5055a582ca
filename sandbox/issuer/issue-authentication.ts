import type { AReq, ARes, Erro } from "#contract/connectors/three-ds";
import { cardScript } from "../catalogue/card-script.ts";
import type { AuthenticationBehavior, ThreeDSScript } from "../catalogue/scripts.ts";
import type { SandboxDeps } from "../sandbox-deps.ts";
import type { Authentication, Authentications } from "./authentications.ts";
import { completeOutcome, schemeOf } from "./outcome.ts";

export interface IssuerParts {
  deps: SandboxDeps;
  authentications: Authentications;
  /** Starts the timeout of the first CReq. */
  awaitChallenge(authentication: Authentication): void;
}

/** The response to an AReq. A refused request has no authentication. */
export type IssuerResponse =
  | { message: ARes; authentication: Authentication }
  | { message: Erro; authentication?: undefined }
  | "silent";

type Enrolled = Extract<ThreeDSScript, { enrolled: true }>;

/**
 * Answers an AReq by the card's script. The result of a challenge goes to `resultsURL`; with null it is kept until it is
 * requested.
 */
export function issueAuthentication(
  parts: IssuerParts,
  areq: AReq,
  resultsURL: string | null,
): IssuerResponse {
  const { deps } = parts;
  const script = cardScript(areq.acctNumber).threeDS;
  if (!script.enrolled) {
    return aresOf(parts, openAuthentication(deps, areq, resultsURL), "U", {
      transStatusReason: "13",
    });
  }
  if (script.versions !== "both" && script.versions !== areq.messageVersion) {
    const refusal = {
      errorCode: "102" as const,
      errorDescription: "The message version is not supported by the issuer.",
      errorDetail: areq.messageVersion,
    };
    return { message: erro(refusal, areq.messageVersion, areq) };
  }
  const behavior = behaviorOf(script, areq);
  if (behavior === "silent") return "silent";
  if (behavior === "erro") {
    const refusal = {
      errorCode: "405" as const,
      errorDescription: "System connection failure.",
      errorDetail: "The ACS does not answer.",
    };
    return { message: erro(refusal, areq.messageVersion, areq) };
  }
  return aresOf(parts, openAuthentication(deps, areq, resultsURL, script), behavior);
}

function openAuthentication(
  deps: SandboxDeps,
  areq: AReq,
  resultsURL: string | null,
  script?: Enrolled,
): Authentication {
  return {
    threeDSServerTransID: areq.threeDSServerTransID,
    acsTransID: deps.randomUuid(),
    dsTransID: deps.randomUuid(),
    messageVersion: areq.messageVersion,
    last4: areq.acctNumber.slice(-4),
    brand: schemeOf(areq.acctNumber),
    merchantName: areq.merchantName,
    purchase: {
      amount: areq.purchaseAmount,
      currency: areq.purchaseCurrency,
      exponent: areq.purchaseExponent,
    },
    language: areq.browserLanguage,
    notificationURL: areq.notificationURL,
    resultsURL,
    challenge: script?.challenge ?? "manual",
    stage: "frictionless",
    interactions: 0,
    wrongCodes: 0,
    resultDeliveries: [],
  };
}

function aresOf(
  { deps, authentications, awaitChallenge }: IssuerParts,
  authentication: Authentication,
  transStatus: Exclude<AuthenticationBehavior, "silent" | "erro">,
  overrides: { transStatusReason?: string } = {},
): IssuerResponse {
  const outcome = completeOutcome(transStatus, authentication.brand, deps, overrides);
  authentications.add(authentication);
  const ares: ARes = {
    messageType: "ARes",
    messageVersion: authentication.messageVersion,
    threeDSServerTransID: authentication.threeDSServerTransID,
    acsTransID: authentication.acsTransID,
    dsTransID: authentication.dsTransID,
    acsReferenceNumber: "SANDBOX-ACS-0001",
    acsOperatorID: "sandbox-acs",
    dsReferenceNumber: "SANDBOX-DS-0001",
    ...outcome,
  };
  if (transStatus === "C" || transStatus === "D") {
    ares.acsChallengeMandated = "Y";
    ares.authenticationType = transStatus === "C" ? "02" : "04";
  }
  if (transStatus === "C") {
    ares.acsURL = `${deps.publicUrl}/acs/challenge`;
    authentication.stage = "awaited";
    awaitChallenge(authentication);
  } else {
    authentication.outcome = outcome;
  }
  return { message: ares, authentication };
}

function behaviorOf(script: Enrolled, areq: AReq): AuthenticationBehavior {
  const isMandated = areq.threeDSRequestorChallengeInd === "04";
  return script.challengesWhenMandated && isMandated ? "C" : script.authentication;
}

export function erro(
  refusal: { errorCode: string; errorDescription: string; errorDetail: string },
  messageVersion: string,
  areq?: Pick<AReq, "threeDSServerTransID">,
): Erro {
  const message: Erro = {
    messageType: "Erro",
    messageVersion,
    errorComponent: "D",
    errorMessageType: "AReq",
    ...refusal,
  };
  if (areq) message.threeDSServerTransID = areq.threeDSServerTransID;
  return message;
}
