import type { IntentRecord } from "../records.ts";

/** Intents that this process saw last, so that the next step of a payment need not read them. */
export interface RecentIntents {
  find(paymentIntentId: string): IntentRecord | undefined;
  keep(intent: IntentRecord): void;
  forget(paymentIntentId: string): void;
}

/** About 2 KiB each. */
const mostIntents = 2_000;

/** Keeps the {@link mostIntents} newest; an older version never replaces a newer one. */
export function createRecentIntents(): RecentIntents {
  const intents = new Map<string, IntentRecord>();
  return {
    find: (paymentIntentId) => intents.get(paymentIntentId),
    keep(intent) {
      const known = intents.get(intent.paymentIntentId);
      if (known && known.version > intent.version) return;
      intents.delete(intent.paymentIntentId);
      intents.set(intent.paymentIntentId, intent);
      if (intents.size > mostIntents) {
        const oldest = intents.keys().next();
        if (!oldest.done) intents.delete(oldest.value);
      }
    },
    forget(paymentIntentId) {
      intents.delete(paymentIntentId);
    },
  };
}
