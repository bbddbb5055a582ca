import { isStoreUnavailable } from "../platform/database/store-unavailable.ts";
import { expireIntent } from "./attempt-changes.ts";
import type { PaymentsDeps } from "./payments-deps.ts";
import { quoteIntent } from "./quote-intents.ts";
import type { IntentRecord } from "./records.ts";
import { changeIntent } from "./store/change-intent.ts";

const maxIntents = 50;

/** One round of the job: expires intents that closed without an attempt. `more` if others are due. */
export async function expireIntents(deps: PaymentsDeps): Promise<"more" | undefined> {
  const due = await deps.store.findExpired(deps.clock.nowMs(), maxIntents);
  let expired = 0;
  for (const { paymentIntentId, operatorId } of due) {
    try {
      await deps.keyring.load(operatorId);
      const intent = await deps.store.recall(paymentIntentId);
      if (intent) await expireOne(deps, intent);
      expired += 1;
    } catch (error) {
      if (isStoreUnavailable(error)) throw error;
      deps.log.error("a payment could not be expired", { paymentIntentId, error });
    }
  }
  // Without progress the job pauses instead of retrying at once.
  return due.length === maxIntents && expired > 0 ? "more" : undefined;
}

/** Expires an intent whose window has closed, before it is shown. */
export async function expireIfDue(deps: PaymentsDeps, intent: IntentRecord): Promise<IntentRecord> {
  if (!expireIntent(intent, deps.clock.nowMs())) return intent;
  return expireOne(deps, intent);
}

async function expireOne(deps: PaymentsDeps, intent: IntentRecord): Promise<IntentRecord> {
  const quote = await quoteIntent(deps, intent, { isCachedOnly: true });
  const result = await changeIntent(deps.store, intent.paymentIntentId, (latest) =>
    expireIntent(latest, deps.clock.nowMs(), quote),
  );
  return result.intent;
}
