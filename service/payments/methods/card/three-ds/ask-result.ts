import type { PaymentsDeps } from "../../../payments-deps.ts";
import { type AttemptRecord, attemptOf, type IntentRecord } from "../../../records.ts";
import { type AppliedResult, applyResult } from "./apply-result.ts";

/** Whether the result of this attempt's challenge must be asked for, because nobody posts it. */
export function asksForResult(
  { threeDSServer }: Pick<PaymentsDeps, "threeDSServer">,
  attempt: AttemptRecord | undefined,
): boolean {
  return attempt?.step === "challenge" && threeDSServer.capabilities.results === "asked";
}

/**
 * Asks for the result of a challenge and applies it. Null while there is none. A result of another payment's
 * challenge is not believed.
 */
export async function askForResult(
  deps: PaymentsDeps,
  intent: IntentRecord,
  paymentId: string,
): Promise<AppliedResult | null> {
  const { threeDSServerTransID, acsTransID, dsTransID } =
    attemptOf(intent, paymentId)?.threeDS ?? {};
  if (!threeDSServerTransID || !acsTransID || !dsTransID) return null;
  const ids = { threeDSServerTransID, acsTransID, dsTransID };
  const answer = await deps.threeDSServer.askResult(ids);
  if (answer.type === "known") return applyResult(deps, intent, paymentId, answer.result);
  deps.log.info("a challenge has no result yet", { paymentId, reason: answer.reason });
  return null;
}
