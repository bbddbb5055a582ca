import type { KycHandoff } from "#contract/client/kyc";
import { ApiError } from "../../../platform/http/api-error.ts";
import type { ApiResponse, ResponseClaim } from "../../../platform/http/idempotency.ts";
import { type KycCaller, requireConsent, runStep } from "../capture/customer-step.ts";
import type { KycDeps } from "../kyc-deps.ts";
import { handoffUrl, issueHandoff } from "./kyc-handoffs.ts";

/**
 * Creates a link that continues the capture on another device. Throws `conflicting_state` on that device, and the
 * errors of {@link requireConsent}.
 */
export function createHandoff(
  deps: KycDeps,
  caller: KycCaller,
  claim: ResponseClaim,
): Promise<ApiResponse<KycHandoff>> {
  if (caller.handoffId !== undefined) {
    throw new ApiError("conflicting_state", {
      message: "This device already continues the verification.",
    });
  }
  return runStep(deps, caller, false, async ({ tx, newest }) => {
    const { kyc_verification_id: id } = requireConsent(newest);
    const row = await issueHandoff(deps, tx, caller, id);
    const body = { url: handoffUrl(deps, row), expiresAt: row.expires_at.toISOString() };
    const response = { statusCode: 200, body };
    await claim.store(tx, response);
    return response;
  });
}
