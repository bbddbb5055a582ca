import { ApiError } from "../../platform/http/api-error.ts";
import type { ClientSecretResolver } from "../../platform/http/authentication.ts";
import { isSameSecret } from "../../platform/secrets/hash-secret.ts";
import type { DisbursementsDeps } from "../disbursements-deps.ts";
import type { PayoutRecord } from "../records.ts";
import { isFinal } from "../states/payout-steps.ts";
import { findPayout } from "../store/payout-store.ts";

/** A secret can read for this long after the final state (docs/keys-and-environments.md). */
const readableMs = 24 * 60 * 60 * 1000;

/** The grant is the payout's record. */
export function resolvePayoutSecret(deps: DisbursementsDeps): ClientSecretResolver {
  return async ({ id, secretHash }) => {
    const payout = await findPayout(deps, id);
    if (!payout || !isSameSecret(payout.secretHash, secretHash)) return undefined;
    if (deps.clock.nowMs() >= endOfReading(payout)) throw new ApiError("client_secret_expired");
    const { operatorId, expiresAtMs } = payout;
    return { operatorId, subject: id, grant: payout, writableUntilMs: expiresAtMs };
  };
}

function endOfReading({ step, updatedAtMs, expiresAtMs }: PayoutRecord): number {
  if (step === "open" || step === "requires_customer_data") return expiresAtMs + readableMs;
  return isFinal(step) ? updatedAtMs + readableMs : Number.POSITIVE_INFINITY;
}
