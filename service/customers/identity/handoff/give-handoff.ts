import type { KycHandoff } from "#contract/client/kyc";
import { ApiError } from "../../../platform/http/api-error.ts";
import type { Answer, AnswerClaim } from "../../../platform/http/idempotency.ts";
import { inStep, type KycCaller, requireConsent } from "../capture/customer-step.ts";
import type { KycDeps } from "../kyc-deps.ts";
import { handoffUrl, issueHandoff } from "./kyc-handoffs.ts";

/**
 * The link to go on with on another device, once the customer has agreed on this one. Refuses
 * `conflicting_state` on the other device itself, and what {@link requireConsent} refuses.
 */
export function giveHandoff(
  deps: KycDeps,
  caller: KycCaller,
  claim: AnswerClaim,
): Promise<Answer<KycHandoff>> {
  if (caller.handoffId !== undefined) {
    throw new ApiError("conflicting_state", { message: "This is the other device already." });
  }
  return inStep(deps, caller, false, async ({ tx, newest }) => {
    const { kyc_verification_id: id } = requireConsent(newest);
    const row = await issueHandoff(deps, tx, caller, id);
    const body = { url: handoffUrl(deps, row), expiresAt: row.expires_at.toISOString() };
    const answer = { statusCode: 200, body };
    await claim.store(tx, answer);
    return answer;
  });
}
