import type { Clock } from "../../platform/clock.ts";
import type { IntentRecord } from "../records.ts";

/** Saves the reads between a payment's steps. */
export interface RecentIntents {
  /** Finds an intent; undefined if it is unknown or was read more than {@link maxAgeMs} ago. */
  find(paymentIntentId: string): IntentRecord | undefined;
  /** For an intent that was just read or inserted. */
  keep(intent: IntentRecord): void;
  /** Its age stays, because the change carries over fields that were read earlier. */
  keepChanged(intent: IntentRecord): void;
  forget(paymentIntentId: string): void;
}

/** How many intents are kept. Each needs about 2 KiB. */
const maxIntents = 2_000;
/**
 * A change writes back sealed details. Key rotation reseals the row without a new version. So memory must drop the
 * intent long before the old key is destroyed (service/operators/encryption-keys, `graceMs`).
 */
const maxAgeMs = 10 * 60_000;

/** Keeps the {@link maxIntents} newest intents. An older version never replaces a newer one. */
export function createRecentIntents(clock: Clock): RecentIntents {
  const intents = new Map<string, { intent: IntentRecord; readAtMs: number }>();
  const put = (intent: IntentRecord, readAtMs: number): void => {
    const known = intents.get(intent.paymentIntentId);
    if (known && known.intent.version > intent.version) return;
    intents.delete(intent.paymentIntentId);
    intents.set(intent.paymentIntentId, { intent, readAtMs });
    if (intents.size > maxIntents) {
      const oldest = intents.keys().next();
      if (!oldest.done) intents.delete(oldest.value);
    }
  };
  return {
    find(paymentIntentId) {
      const found = intents.get(paymentIntentId);
      if (!found) return undefined;
      const ageMs = clock.nowMs() - found.readAtMs;
      // If the clock was set back, the age is unknown.
      return ageMs >= 0 && ageMs <= maxAgeMs ? found.intent : undefined;
    },
    keep: (intent) => put(intent, clock.nowMs()),
    keepChanged: (intent) =>
      put(intent, intents.get(intent.paymentIntentId)?.readAtMs ?? clock.nowMs()),
    forget(paymentIntentId) {
      intents.delete(paymentIntentId);
    },
  };
}
