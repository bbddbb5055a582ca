import type { NextAction } from "#contract/client/payments";
import { toIsoTime } from "../../../platform/clock.ts";
import { buildChallengeRequest, encodeMessage } from "../../../providers/three-ds/index.ts";
import type { PaymentsDeps } from "../../payments-deps.ts";
import type { AttemptRecord, ThreeDSRecord } from "../../records.ts";
import { openChallengeOf } from "./three-ds/native-record.ts";

export function nextThreeDSAction(
  { config, times }: Pick<PaymentsDeps, "config" | "times">,
  attempt: AttemptRecord,
): NextAction | null {
  const { threeDS } = attempt;
  if (!threeDS) return null;
  if (attempt.step === "three_ds_method" && threeDS.methodUrl) {
    return {
      type: "three_ds_method",
      methodUrl: threeDS.methodUrl,
      threeDSMethodData: encodeMessage({
        threeDSServerTransID: threeDS.threeDSServerTransID,
        threeDSMethodNotificationURL: `${config.publicUrl}/v1/three-ds/method-notification`,
      }),
      timeoutMs: times.methodTimeoutMs,
    };
  }
  const native = openChallengeOf(attempt);
  if (native) return nativeChallengeAction(native);
  if (attempt.step === "authenticated") return { type: "resume" };
  if (
    attempt.step === "challenge" &&
    threeDS.acsUrl &&
    threeDS.acsTransID &&
    threeDS.expiresAtMs !== null
  ) {
    return {
      type: "challenge",
      acsUrl: threeDS.acsUrl,
      creq: encodeMessage(
        buildChallengeRequest({
          threeDSServerTransID: threeDS.threeDSServerTransID,
          acsTransID: threeDS.acsTransID,
          messageVersion: threeDS.version,
          challengeWindowSize: threeDS.windowSize,
        }),
      ),
      threeDSSessionData: encodeMessage({ threeDSServerTransID: threeDS.threeDSServerTransID }),
      windowSize: threeDS.windowSize,
      messageVersion: threeDS.version,
      expiresAt: toIsoTime(threeDS.expiresAtMs),
    };
  }
  return null;
}

/** The processor's challenge; null, to wait, once the browser has returned or the customer has left. */
function nativeChallengeAction(threeDS: ThreeDSRecord): NextAction | null {
  const { acsUrl, expiresAtMs, browserReturned, ending } = threeDS;
  if (!acsUrl || expiresAtMs === null || browserReturned || ending) return null;
  return {
    type: "challenge",
    acsUrl,
    transactionId: threeDS.threeDSServerTransID,
    windowSize: threeDS.windowSize,
    expiresAt: toIsoTime(expiresAtMs),
  };
}
