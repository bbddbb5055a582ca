import { ApiError } from "../../platform/http/api-error.ts";
import type { IntentChange } from "../attempt-changes.ts";
import type { IntentRecord } from "../records.ts";
import type { KeyPart, PaymentStore } from "./payment-store.ts";

/** The result of {@link changeIntent}. */
export interface ChangeResult {
  /** Whether this call made the change. */
  readonly written: boolean;
  /** The intent after the change, or as found when there was nothing to change. */
  readonly intent: IntentRecord;
}

/** One intent has few writers, so this many lost races in a row mean that something is broken. */
const mostTries = 12;

/**
 * Decides a change from the intent and writes it, if the intent has not changed meanwhile. If it
 * has, reads the store and decides again. `decide` returns null when there is nothing to do, or
 * throws a refusal. Both count only if they were decided from the store and not from memory.
 *
 * Throws `resource_not_found` if there is no such intent, and `service_unavailable` after {@link
 * mostTries} lost races.
 */
export async function changeIntent(
  store: PaymentStore,
  paymentIntentId: string,
  decide: (intent: IntentRecord) => IntentChange | null,
  keyPart?: (change: IntentChange) => KeyPart | undefined,
): Promise<ChangeResult> {
  for (let tries = 0; tries < mostTries; tries += 1) {
    const isFromMemory = tries === 0;
    const intent = isFromMemory
      ? await store.recall(paymentIntentId)
      : await store.read(paymentIntentId);
    if (!intent) throw new ApiError("resource_not_found");
    let change: IntentChange | null;
    try {
      change = decide(intent);
    } catch (error) {
      if (isFromMemory) continue;
      throw error;
    }
    if (!change) {
      if (isFromMemory) continue;
      return { written: false, intent };
    }
    if (await store.write(change, keyPart?.(change))) {
      return { written: true, intent: change.intent };
    }
  }
  throw new ApiError("service_unavailable");
}
