import { expireIntent } from "./attempt-changes.ts";
import type { PaymentsDeps } from "./payments-deps.ts";
import type { IntentRecord } from "./records.ts";
import { changeIntent } from "./store/change-intent.ts";

/** Intents taken in one round. */
const mostIntents = 50;

/** One round of the job: stores that windows have closed with nothing attempted, and tells. */
export async function expireIntents(deps: PaymentsDeps): Promise<"more" | undefined> {
  const due = await deps.store.findExpired(deps.clock.nowMs(), mostIntents);
  for (const { paymentIntentId, operatorId } of due) {
    await deps.keyring.load(operatorId);
    await expireOne(deps, paymentIntentId);
  }
  return due.length === mostIntents ? "more" : undefined;
}

/** On read: an intent whose window has closed is stored as such before it is shown. */
export async function expireIfDue(deps: PaymentsDeps, intent: IntentRecord): Promise<IntentRecord> {
  if (!expireIntent(intent, deps.clock.nowMs())) return intent;
  return expireOne(deps, intent.paymentIntentId);
}

async function expireOne(deps: PaymentsDeps, paymentIntentId: string): Promise<IntentRecord> {
  const result = await changeIntent(deps.store, paymentIntentId, (latest) =>
    expireIntent(latest, deps.clock.nowMs()),
  );
  return result.intent;
}
