import { ApiError } from "../../platform/http/api-error.ts";
import type { IntentChange } from "../attempt-changes.ts";
import type { IntentRecord } from "../records.ts";
import type { KeyPart, PaymentStore } from "./payment-store.ts";

export interface ChangeResult {
  /** Whether this call made the change. */
  readonly written: boolean;
  /** The intent after the change, or as found when there was nothing to change. */
  readonly intent: IntentRecord;
}

/** An intent has few writers, so losing this many races in a row means a defect. */
const maxTries = 12;

/**
 * Decides a change and writes it. If the intent has changed, reads the store and decides again. `decide`
 * returns null when there is nothing to do, or throws a refusal; both count only if decided from the store and not from
 * memory.
 *
 * Throws `resource_not_found`, and `service_unavailable` after {@link maxTries} lost races.
 */
export async function changeIntent(
  store: PaymentStore,
  paymentIntentId: string,
  decide: (intent: IntentRecord) => IntentChange | null,
  keyPart?: (change: IntentChange) => KeyPart | undefined,
): Promise<ChangeResult> {
  for (let tries = 0; tries < maxTries; tries += 1) {
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
