import { ApiError } from "../../platform/http/api-error.ts";
import type { ClientSecretResolver } from "../../platform/http/authentication.ts";
import { isSameSecret } from "../../platform/secrets/hash-secret.ts";
import type { PaymentsDeps } from "../payments-deps.ts";
import type { IntentRecord } from "../records.ts";
import { attemptStatus } from "../states/attempt-states.ts";

/** How long an intent can be read after its final state (docs/keys-and-environments.md). */
const readableMs = 24 * 60 * 60 * 1000;

/** The grant is the record as this process last saw it: use it to decide writes; responses must read the store. */
export function resolveIntentSecret(deps: PaymentsDeps): ClientSecretResolver {
  return async ({ id, secretHash }) => {
    const intent = await deps.store.recall(id);
    if (!intent || !isSameSecret(intent.secretHash, secretHash)) return undefined;
    if (deps.clock.nowMs() >= endOfReading(intent)) throw new ApiError("client_secret_expired");
    const { operatorId, expiresAtMs } = intent;
    return { operatorId, subject: id, grant: intent, writableUntilMs: expiresAtMs };
  };
}

function endOfReading(intent: IntentRecord): number {
  const statuses = intent.attempts.map((attempt) => attemptStatus(attempt.step));
  if (statuses.includes("pending")) return Number.POSITIVE_INFINITY;
  const finalAtMs = statuses.includes("success")
    ? intent.updatedAtMs
    : Math.max(intent.updatedAtMs, intent.expiresAtMs);
  return finalAtMs + readableMs;
}
