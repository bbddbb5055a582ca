import type { PaymentsDeps } from "../../../payments-deps.ts";
import { type AttemptRecord, attemptOf, type IntentRecord } from "../../../records.ts";
import { type AppliedResult, applyResult } from "./apply-result.ts";

/** Whether nobody posts the challenge's result. */
export function asksForResult(
  { threeDSServer }: Pick<PaymentsDeps, "threeDSServer">,
  attempt: AttemptRecord | undefined,
): boolean {
  return attempt?.step === "challenge" && threeDSServer.capabilities.results === "asked";
}

/** Asks for the challenge's result; null if there is none yet. Ignores a result of another payment's challenge. */
export async function askForResult(
  deps: PaymentsDeps,
  intent: IntentRecord,
  paymentId: string,
): Promise<AppliedResult | null> {
  const { threeDSServerTransID, acsTransID, dsTransID } =
    attemptOf(intent, paymentId)?.threeDS ?? {};
  if (!threeDSServerTransID || !acsTransID || !dsTransID) return null;
  const ids = { threeDSServerTransID, acsTransID, dsTransID };
  const outcome = await deps.threeDSServer.askResult(ids);
  if (outcome.type === "known") return applyResult(deps, intent, paymentId, outcome.result);
  deps.log.info("a challenge has no result yet", { paymentId, reason: outcome.reason });
  return null;
}
