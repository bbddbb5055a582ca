import { sandboxCredentials } from "#contract/connectors/sandbox-credentials";
import { type AReq, type ARes, type Erro, type PRes, pReq } from "#contract/connectors/three-ds";
import { cardScript } from "../catalogue/card-script.ts";
import type { AuthenticationBehaviour, ThreeDSScript } from "../catalogue/scripts.ts";
import { type Answer, json, problem, type Silence, silence } from "../http/answer.ts";
import { parseJsonBody } from "../http/parse-json-body.ts";
import type { Exchange, Handler, Route } from "../http/router.ts";
import type { SandboxDeps } from "../sandbox-deps.ts";
import { readAReq } from "./areq-rules.ts";
import type { Authentication, Authentications } from "./authentications.ts";
import { type CardRangeTable, cardRangeTable } from "./card-ranges.ts";
import { completeOutcome, schemeOf } from "./outcome.ts";

/** Dependencies of the directory server. */
export interface DirectoryServerParts {
  deps: SandboxDeps;
  authentications: Authentications;
  /** Starts the timeout for the first CReq. */
  awaitChallenge(authentication: Authentication): void;
}

type Enrolled = Extract<ThreeDSScript, { enrolled: true }>;

/** PReq → PRes and AReq → ARes, or Erro. The bearer key replaces mutual TLS. */
export function directoryServerRoutes(parts: DirectoryServerParts): Route[] {
  const { deps, authentications } = parts;

  const guarded =
    (handler: Handler): Handler =>
    (exchange) =>
      exchange.headers["authorization"] === `Bearer ${sandboxCredentials.directoryServer}`
        ? handler(exchange)
        : problem(401, "unauthorized", "The directory server's key is missing or wrong.");

  let table: CardRangeTable | undefined;

  function prepare(exchange: Exchange): Answer {
    const request = parseJsonBody(pReq, exchange.body);
    if (!request) return problem(400, "invalid_request", "Send a PReq.");
    table ??= cardRangeTable(deps.publicUrl);
    const { serialNum, threeDSServerTransID } = request;
    if (serialNum !== undefined && serialNum !== table.serialNum) {
      const refusal = {
        errorCode: "307" as const,
        errorDescription: "The serial number is not known.",
        errorDetail: "serialNum",
      };
      return json(200, {
        ...erro(refusal, "2.2.0", { threeDSServerTransID }),
        errorMessageType: "PReq",
      });
    }
    const answer: PRes = {
      messageType: "PRes",
      messageVersion: "2.2.0",
      threeDSServerTransID,
      dsTransID: deps.randomUuid(),
      dsStartProtocolVersion: "2.1.0",
      dsEndProtocolVersion: "2.2.0",
      serialNum: table.serialNum,
      ...(serialNum === undefined && { cardRangeData: table.cardRangeData }),
    };
    return json(200, answer);
  }

  function authenticate(exchange: Exchange): Answer | Silence {
    const read = readAReq(exchange.body);
    if (!read.ok) return json(200, erro(read.refusal, "2.2.0"));
    const { areq } = read;
    const script = cardScript(areq.acctNumber).threeDS;
    if (!script.enrolled) {
      return json(
        200,
        aresOf(openAuthentication(areq, undefined), "U", { transStatusReason: "13" }),
      );
    }
    if (script.versions !== "both" && script.versions !== areq.messageVersion) {
      const refusal = {
        errorCode: "102" as const,
        errorDescription: "The message version is not supported by the issuer.",
        errorDetail: areq.messageVersion,
      };
      return json(200, erro(refusal, areq.messageVersion, areq));
    }
    const behaviour = behaviourOf(script, areq);
    if (behaviour === "silent") return silence;
    if (behaviour === "erro") {
      const refusal = {
        errorCode: "405" as const,
        errorDescription: "System connection failure.",
        errorDetail: "The ACS does not answer.",
      };
      return json(200, erro(refusal, areq.messageVersion, areq));
    }
    return json(200, aresOf(openAuthentication(areq, script), behaviour));
  }

  function openAuthentication(areq: AReq, script: Enrolled | undefined): Authentication {
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
      resultsURL: areq.threeDSServerURL,
      challenge: script?.challenge ?? "manual",
      stage: "frictionless",
      interactions: 0,
      wrongCodes: 0,
      resultDeliveries: [],
    };
  }

  function aresOf(
    authentication: Authentication,
    transStatus: Exclude<AuthenticationBehaviour, "silent" | "erro">,
    differs: { transStatusReason?: string } = {},
  ): ARes {
    const outcome = completeOutcome(transStatus, authentication.brand, deps, differs);
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
      parts.awaitChallenge(authentication);
    } else {
      authentication.outcome = outcome;
    }
    return ares;
  }

  return [
    ["POST /directory-server/preq", guarded(prepare)],
    ["POST /directory-server/areq", guarded(authenticate)],
  ];
}

function behaviourOf(script: Enrolled, areq: AReq): AuthenticationBehaviour {
  const isMandated = areq.threeDSRequestorChallengeInd === "04";
  return script.challengesWhenMandated && isMandated ? "C" : script.authentication;
}

function erro(
  refusal: { errorCode: string; errorDescription: string; errorDetail: string },
  messageVersion: string,
  asked?: Pick<AReq, "threeDSServerTransID">,
): Erro {
  const message: Erro = {
    messageType: "Erro",
    messageVersion,
    errorComponent: "D",
    errorMessageType: "AReq",
    ...refusal,
  };
  if (asked) message.threeDSServerTransID = asked.threeDSServerTransID;
  return message;
}
