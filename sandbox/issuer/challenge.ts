import { type CRes, cReq, type TransStatus } from "#contract/connectors/three-ds";
import { decodeBase64UrlJson, encodeBase64UrlJson } from "../http/base64url-json.ts";
import type { SandboxResponse } from "../http/response.ts";
import type { Exchange, Route } from "../http/router.ts";
import type { SandboxDeps } from "../sandbox-deps.ts";
import type { Authentication, AuthenticationOutcome, Authentications } from "./authentications.ts";
import {
  oneTimeCode,
  questionPage,
  returnPage,
  stuckPage,
  unknownPage,
} from "./challenge-pages.ts";
import { completeOutcome } from "./outcome.ts";
import { reportResult } from "./report-result.ts";

/*
 * The ACS side of a challenge (EMV 3DS 2.2, browser flow).
 *
 * Guarantees:
 * - the result is reported to the 3DS server (RReq) before the browser is sent back (CRes), unless the card's script
 *   says otherwise;
 * - an authentication ends once: a later reload or answer only sends the browser back again;
 * - an abandoned challenge ends automatically: without a CReq after 30 s (challengeCancel 05), without an answer 10 min
 *   after the last page (04).
 *
 * awaited --CReq--> challenging --correct code, button, third wrong code, timer--> finished
 */

export interface ChallengeTimers {
  firstCReqMs: number;
  interactionMs: number;
}

export const emvTimers: ChallengeTimers = { firstCReqMs: 30_000, interactionMs: 600_000 };

const wrongCodesAllowed = 3;
const lateResultMs = 3_000;

const buttons: Record<
  string,
  { transStatus: TransStatus; overrides?: Partial<AuthenticationOutcome> }
> = {
  approve: { transStatus: "Y" },
  fail: { transStatus: "N" },
  unavailable: { transStatus: "U" },
  reject: { transStatus: "R" },
  cancel: { transStatus: "N", overrides: { challengeCancel: "01" } },
};

export function createChallenges(
  deps: SandboxDeps,
  authentications: Authentications,
  timers: ChallengeTimers = emvTimers,
): { routes: Route[]; awaitChallenge(authentication: Authentication): void } {
  function awaitChallenge(authentication: Authentication): void {
    restartTimer(authentication, timers.firstCReqMs, "05");
  }

  function restartTimer(
    authentication: Authentication,
    ms: number,
    challengeCancel: "04" | "05",
  ): void {
    authentication.cancelTimer?.();
    authentication.cancelTimer = deps.schedule(ms, () => {
      void finish(authentication, "N", { transStatusReason: "14", challengeCancel });
    });
  }

  async function begin(exchange: Exchange): Promise<SandboxResponse> {
    const form = new URLSearchParams(exchange.body);
    const creq = cReq.safeParse(decodeBase64UrlJson(form.get("creq") ?? ""));
    if (!creq.success) return unknownPage("The challenge request does not follow EMV 3DS.");
    const authentication = authentications.findByAcsTransID(creq.data.acsTransID);
    if (
      authentication?.threeDSServerTransID !== creq.data.threeDSServerTransID ||
      authentication.stage === "frictionless"
    ) {
      return unknownPage("This payment is unknown or has ended.");
    }
    const sessionData = form.get("threeDSSessionData");
    if (sessionData !== null) authentication.threeDSSessionData = sessionData;
    if (authentication.stage === "finished") return returnToMerchant(authentication);
    authentication.stage = "challenging";
    return interact(authentication);
  }

  async function interact(authentication: Authentication): Promise<SandboxResponse> {
    authentication.interactions += 1;
    restartTimer(authentication, timers.interactionMs, "04");
    switch (authentication.challenge) {
      case "manual":
        return questionPage(authentication, false);
      case "stuck":
        return stuckPage(authentication);
      case "auto_failure":
      case "lying_page":
        return finish(authentication, "N");
      default:
        return finish(authentication, "Y");
    }
  }

  async function answer(exchange: Exchange): Promise<SandboxResponse> {
    const form = new URLSearchParams(exchange.body);
    const authentication = authentications.findByAcsTransID(form.get("acsTransID") ?? "");
    if (!authentication || authentication.stage === "frictionless") {
      return unknownPage("This payment is unknown or has ended.");
    }
    if (authentication.stage === "finished") return returnToMerchant(authentication);
    const action = form.get("action") ?? "code";
    if (action !== "code") {
      const button = buttons[action] ?? { transStatus: "N" as const };
      return finish(authentication, button.transStatus, button.overrides);
    }
    if ((form.get("code") ?? "").replaceAll(" ", "") === oneTimeCode) {
      return finish(authentication, "Y");
    }
    authentication.wrongCodes += 1;
    if (authentication.wrongCodes >= wrongCodesAllowed) {
      return finish(authentication, "N", { transStatusReason: "19" });
    }
    authentication.interactions += 1;
    restartTimer(authentication, timers.interactionMs, "04");
    return questionPage(authentication, true);
  }

  /** Ends the authentication, reports it as the script demands, and sends the browser back. */
  async function finish(
    authentication: Authentication,
    transStatus: TransStatus,
    overrides?: Partial<AuthenticationOutcome>,
  ): Promise<SandboxResponse> {
    authentication.cancelTimer?.();
    if (authentication.stage === "finished") return returnToMerchant(authentication);
    authentication.stage = "finished";
    const outcome = completeOutcome(transStatus, authentication.brand, deps, overrides);
    authentication.outcome = outcome;
    const report = () => reportResult(authentication, outcome, deps);
    switch (authentication.challenge) {
      case "missing_result":
        break;
      case "late_result":
        deps.schedule(lateResultMs, () => void report());
        break;
      case "duplicate_result":
        authentication.reported = Promise.all([report(), report()]);
        break;
      default:
        authentication.reported = report();
    }
    return returnToMerchant(authentication);
  }

  async function returnToMerchant(authentication: Authentication): Promise<SandboxResponse> {
    await authentication.reported;
    const pageStatus =
      authentication.challenge === "lying_page" ? "Y" : authentication.outcome?.transStatus;
    const cres: CRes = {
      messageType: "CRes",
      messageVersion: authentication.messageVersion,
      threeDSServerTransID: authentication.threeDSServerTransID,
      acsTransID: authentication.acsTransID,
      challengeCompletionInd: "Y",
      transStatus: pageStatus === "Y" ? "Y" : "N",
    };
    return returnPage(authentication, encodeBase64UrlJson(cres));
  }

  return {
    routes: [
      ["POST /acs/challenge", begin],
      ["POST /acs/challenge/answer", answer],
    ],
    awaitChallenge,
  };
}
