import { ApiError } from "../../platform/http/api-error.ts";
import type { PollingGate } from "../polling-gate.ts";
import type { IntentRecord } from "../records.ts";

/** Throws `polling_too_fast` with `Retry-After` when this caller saw the same less than 2 s ago. */
export function requireSlowPolling(
  polling: PollingGate,
  caller: string,
  intent: IntentRecord,
): void {
  const state = `${intent.status} ${intent.version}`;
  const waitMs = polling.waitMs(caller, intent.paymentIntentId, state);
  if (waitMs > 0) {
    throw new ApiError("polling_too_fast", {
      headers: { "retry-after": String(Math.ceil(waitMs / 1000)) },
    });
  }
}
