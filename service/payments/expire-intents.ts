import { workThrough } from "../platform/jobs/work-through.ts";
import { expireIntent } from "./attempt-changes.ts";
import type { PaymentsDeps } from "./payments-deps.ts";
import { quoteIntent } from "./quote-intents.ts";
import type { IntentRecord } from "./records.ts";
import { changeIntent } from "./store/change-intent.ts";

/** One round of the job: expires intents that closed without an attempt. */
export async function expireIntents(deps: PaymentsDeps, signal: AbortSignal): Promise<undefined> {
  await workThrough(signal, {
    read: (most, skip) => deps.store.findExpired(deps.clock.nowMs(), most, skip),
    async work({ paymentIntentId, operatorId }) {
      await deps.keyring.load(operatorId);
      const intent = await deps.store.recall(paymentIntentId);
      return intent !== undefined && (await expireOne(deps, intent)).status !== "no-payment";
    },
    onFailure: ({ paymentIntentId }, error) =>
      deps.log.errorHourly("a payment could not be expired", { paymentIntentId, error }),
  });
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
