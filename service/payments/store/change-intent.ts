import { ApiError } from "../../platform/http/api-error.ts";
import type { IntentChange } from "../attempt-changes.ts";
import type { IntentRecord } from "../records.ts";
import type { KeyPart, PaymentStore } from "./payment-store.ts";

/** What came of {@link changeIntent}. */
export interface ChangeResult {
  /** Whether the change was made by this call. */
  readonly written: boolean;
  /** The intent after it, or as it was found when there was nothing to change. */
  readonly intent: IntentRecord;
}

/** Writers of one intent are few; so many lost races in a row mean that something is wrong. */
const mostTries = 12;

/**
 * Decides a change from the intent and writes it, on the condition that the intent has not moved on
 * meanwhile; if it has, decides anew from the store. `decide` gives null when there is nothing (more)
 * to do, or throws a refusal; both count only when they were decided from the store, not from memory.
 *
 * Throws `resource_not_found` if there is no such intent.
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
