import type { Clock } from "../../platform/clock.ts";
import type { IntentRecord } from "../records.ts";

/** Intents that this process saw last, so that the next step of a payment need not read them. */
export interface RecentIntents {
  /** Undefined, too, when it was read more than {@link mostAgeMs} ago. */
  find(paymentIntentId: string): IntentRecord | undefined;
  /** As it was read, or inserted. */
  keep(intent: IntentRecord): void;
  /** As a change left it. The change may carry on what was read before it, so it is as old as that. */
  keepChanged(intent: IntentRecord): void;
  forget(paymentIntentId: string): void;
}

/** About 2 KiB each. */
const mostIntents = 2_000;
/**
 * Attempts hold sealed details, and a change writes them back. A rotation of keys seals the row again
 * without a new version of the intent, so what is in memory must be gone long before the old key is
 * destroyed (service/operators/keys, `graceMs`).
 */
const mostAgeMs = 10 * 60_000;

/** Keeps the {@link mostIntents} newest; an older version never replaces a newer one. */
export function createRecentIntents(clock: Clock): RecentIntents {
  const intents = new Map<string, { intent: IntentRecord; readAtMs: number }>();
  const put = (intent: IntentRecord, readAtMs: number): void => {
    const known = intents.get(intent.paymentIntentId);
    if (known && known.intent.version > intent.version) return;
    intents.delete(intent.paymentIntentId);
    intents.set(intent.paymentIntentId, { intent, readAtMs });
    if (intents.size > mostIntents) {
      const oldest = intents.keys().next();
      if (!oldest.done) intents.delete(oldest.value);
    }
  };
  return {
    find(paymentIntentId) {
      const found = intents.get(paymentIntentId);
      if (!found) return undefined;
      const ageMs = clock.nowMs() - found.readAtMs;
      // A clock that was set back says nothing about the age.
      return ageMs >= 0 && ageMs <= mostAgeMs ? found.intent : undefined;
    },
    keep: (intent) => put(intent, clock.nowMs()),
    keepChanged: (intent) =>
      put(intent, intents.get(intent.paymentIntentId)?.readAtMs ?? clock.nowMs()),
    forget(paymentIntentId) {
      intents.delete(paymentIntentId);
    },
  };
}
