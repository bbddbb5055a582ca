import { sandboxCredentials } from "#contract/connectors/sandbox-credentials";
import { type RReq, rRes } from "#contract/connectors/three-ds";
import { loopbackUrl } from "../http/loopback-url.ts";
import type { SandboxDeps } from "../sandbox-deps.ts";
import type { Authentication, AuthenticationOutcome } from "./authentications.ts";

/** Delays before each try: first while the cardholder waits, then in the background. */
const attemptPausesMs = [0, 500, 2_000];
const backgroundPausesMs = [5_000, 15_000, 30_000];
const deadlineMs = 5_000;

/**
 * Sends the result (RReq) until the 3DS server acknowledges it (RRes), or keeps it if there is no address. Settles
 * after at most three tries, so that the cardholder does not wait. A restarting 3DS server gets a few more in the
 * background. Never throws: the authentication ends even if its result is never delivered.
 */
export async function reportResult(
  authentication: Authentication,
  outcome: AuthenticationOutcome,
  deps: SandboxDeps,
): Promise<void> {
  const rreq: RReq = {
    messageType: "RReq",
    messageVersion: authentication.messageVersion,
    messageCategory: "01",
    threeDSServerTransID: authentication.threeDSServerTransID,
    acsTransID: authentication.acsTransID,
    dsTransID: authentication.dsTransID,
    authenticationType: "02",
    interactionCounter: String(authentication.interactions).padStart(2, "0"),
    ...outcome,
  };
  const { resultsURL } = authentication;
  if (resultsURL === null) {
    authentication.kept ??= { rreq, sinceMs: deps.machineNow() };
    return;
  }
  const tryAll = async (pausesMs: readonly number[]): Promise<boolean> => {
    for (const pauseMs of pausesMs) {
      if (pauseMs > 0) await deps.sleep(pauseMs);
      if (await tryOnce(authentication, resultsURL, rreq, deps)) return true;
    }
    return false;
  };
  if (await tryAll(attemptPausesMs)) return;
  void tryAll(backgroundPausesMs).then((taken) => {
    if (!taken)
      deps.log(`3DS result of ${authentication.threeDSServerTransID} was not acknowledged`);
  });
}

async function tryOnce(
  authentication: Authentication,
  resultsURL: string,
  rreq: RReq,
  deps: SandboxDeps,
): Promise<boolean> {
  const at = new Date(deps.machineNow()).toISOString();
  try {
    const response = await fetch(loopbackUrl(resultsURL), {
      method: "POST",
      headers: {
        authorization: `Bearer ${sandboxCredentials.directoryServer}`,
        "content-type": "application/json; charset=utf-8",
      },
      body: JSON.stringify(rreq),
      signal: AbortSignal.timeout(deadlineMs),
    });
    const rres = rRes.safeParse(await response.json().catch(() => undefined));
    authentication.resultDeliveries.push({
      at,
      status: response.status,
      ...(rres.success ? { resultsStatus: rres.data.resultsStatus } : {}),
    });
    return rres.success;
  } catch {
    authentication.resultDeliveries.push({ at, status: "no_answer" });
    return false;
  }
}
