import { setTimeout as pause } from "node:timers/promises";
import type { ContinuePayment } from "#contract/client/payments";
import type { ChargeOutcome } from "../../../../providers/processor/index.ts";
import { type AttemptHandle, attemptOfHandle, patch } from "../../../flow/attempt-handle.ts";
import type { IntentRecord } from "../../../records.ts";
import { applyFound } from "../recover-charge.ts";
import { afterReturnMs } from "./challenge-times.ts";
import { endChallenge, lookUpAndEndChallenge } from "./native-challenge.ts";
import { openChallengeOf } from "./native-record.ts";

/** First pause between two look-ups. Each pause doubles. */
const firstLookMs = 100;

/**
 * Continues after a challenge on the processor's page. The frame's report decides nothing: the service asks the
 * processor, which has usually charged before the browser returns. Otherwise the job asks again. When the customer
 * leaves, the processor ends the challenge, unless the customer had confirmed: then the payment stays paid.
 */
export async function continueNative(
  handle: AttemptHandle,
  intent: IntentRecord,
  body: Extract<ContinuePayment, { readonly after: "challenge" }>,
): Promise<IntentRecord> {
  return body.outcome === "completed"
    ? askForOutcome(handle, intent)
    : leaveChallenge(handle, body.outcome);
}

async function askForOutcome(handle: AttemptHandle, intent: IntentRecord): Promise<IntentRecord> {
  const { deps } = handle;
  const begunMs = deps.machineClock.nowMs();
  let pausedMs = 0;
  for (let lookMs = firstLookMs; ; lookMs *= 2) {
    const attempt = attemptOfHandle(handle, intent);
    const outcome = await lookUpAndEndChallenge(deps, intent, attempt);
    if (isKnown(outcome)) return apply(handle, intent, outcome);
    // A look-up without a response takes until its deadline.
    const waitedMs = Math.max(pausedMs, deps.machineClock.nowMs() - begunMs);
    const leftMs = deps.times.resultsWaitMs - waitedMs;
    if (leftMs <= 0) break;
    await pause(Math.min(lookMs, leftMs));
    pausedMs += lookMs;
  }
  const noted = await patch(handle, (latest) => {
    const open = openChallengeOf(latest);
    const nextCheckAtMs = deps.clock.nowMs() + afterReturnMs;
    return open && { threeDS: { ...open, browserReturned: true }, checks: 0, nextCheckAtMs };
  });
  return noted.intent;
}

/** Stores that the customer has left before it calls the processor, so that the job can repeat the call. */
async function leaveChallenge(
  handle: AttemptHandle,
  ending: "canceled" | "timed_out",
): Promise<IntentRecord> {
  const { deps } = handle;
  const noted = await patch(handle, (latest) => {
    const open = openChallengeOf(latest);
    if (!open || open.ending) return null;
    const nextCheckAtMs = deps.clock.nowMs() + afterReturnMs;
    return { threeDS: { ...open, ending }, checks: 0, nextCheckAtMs };
  });
  if (!noted.written) return noted.intent;
  const attempt = attemptOfHandle(handle, noted.intent);
  const outcome = await endChallenge(deps, noted.intent, attempt, ending);
  return isKnown(outcome) ? apply(handle, noted.intent, outcome) : noted.intent;
}

function isKnown({ type }: ChargeOutcome): boolean {
  return type !== "challenge" && type !== "unknown" && type !== "pending" && type !== "not_found";
}

async function apply(
  handle: AttemptHandle,
  intent: IntentRecord,
  outcome: ChargeOutcome,
): Promise<IntentRecord> {
  await applyFound(handle, intent, attemptOfHandle(handle, intent), outcome, "person");
  return (await handle.deps.store.read(intent.paymentIntentId)) ?? intent;
}
