import type { KycVerification } from "#contract/api/customers";
import { requireStaffStillAllowed } from "../../../operators/accounts/index.ts";
import { appendAudit } from "../../../operators/audit/index.ts";
import { inTransaction, type Tx } from "../../../platform/database/transaction.ts";
import { ApiError } from "../../../platform/http/api-error.ts";
import {
  lockCustomer,
  openListedProfile,
  openProfile,
  presentVerification,
} from "../../profile/index.ts";
import type { KycDeps } from "../kyc-deps.ts";
import { recordAccess } from "../store/access-log.ts";
import { insertVerification, moveVerification, sealJson } from "../store/verification-store.ts";
import { holderOf } from "./claims.ts";
import { lockRow, type ReviewKey, requireRow, versionOf } from "./review-rows.ts";

export interface ReviewDecision {
  decision: "approve" | "reject";
  /** The reason is for the record. Customers never see it. */
  reason: string;
  version: string;
}

/**
 * Decides a case, once. Throws 409 `conflicting_state` if it is decided, or changed since `version` (even only the
 * customer's name), 409 `review_claimed` while someone else has it open, and what {@link requireStaffStillAllowed}
 * throws. A customer whose data cannot be decrypted can be rejected, but not approved.
 */
export async function decideReview(
  deps: KycDeps,
  key: ReviewKey,
  { decision, reason, version }: ReviewDecision,
): Promise<KycVerification> {
  const { externalCustomerId } = await subjectOf(deps, key);
  const { settings } = await deps.operators.get(key.operatorId);
  const decided = await inTransaction(deps.database, async (tx) => {
    const open = decision === "approve" ? openProfile : openListedProfile;
    const customer = await lockCustomer(deps, tx, key.operatorId, externalCustomerId, open);
    const row = await lockRow(tx, key);
    await requireStaffStillAllowed(tx, key.operatorId, key.staffId, "reviews.decide");
    if (!customer || versionOf(row, customer) !== version) throw new ApiError("conflicting_state");
    const now = new Date(deps.clock.nowMs());
    const holder = await holderOf(tx, key.kycVerificationId, now);
    if (holder && holder.staffId !== key.staffId) throw new ApiError("review_claimed");
    const keepMs = settings.documentRetentionDays * 24 * 60 * 60 * 1000;
    const event = decision === "approve" ? "approved_by_staff" : "rejected_by_staff";
    const moved = await moveVerification(deps, tx, row, event, {
      decided_at: now,
      decided_by: key.staffId,
      decision_reason_sealed: sealJson(deps, row, "decision_reason_sealed", reason),
      delete_images_at: new Date(now.getTime() + keepMs),
    });
    await recordAccess(tx, row, { actor: `staff:${key.staffId}`, action: "case_decided", at: now });
    await tx
      .deleteFrom("review_claims")
      .where("kyc_verification_id", "=", key.kycVerificationId)
      .execute();
    await audit(deps, tx, key, "review.decided", { decision, status: moved.status });
    return moved;
  });
  deps.webhooks.wake();
  return presentVerification(deps.keyring, decided);
}

/**
 * Reopens a case as a new, pending verification. Throws 409 `conflicting_state` unless staff rejected the customer's
 * newest one, and what {@link requireStaffStillAllowed} throws.
 */
export async function reopenReview(deps: KycDeps, key: ReviewKey): Promise<KycVerification> {
  const { externalCustomerId } = await subjectOf(deps, key);
  const { operatorId } = key;
  const opened = await inTransaction(deps.database, async (tx) => {
    // The customer gives the document again, so their data needs not be readable here.
    const open = openListedProfile;
    const customer = await lockCustomer(deps, tx, operatorId, externalCustomerId, open);
    const row = await lockRow(tx, key);
    await requireStaffStillAllowed(tx, operatorId, key.staffId, "reviews.decide");
    const isNewest = customer?.kycVerifications[0]?.kycVerificationId === row.kyc_verification_id;
    if (!isNewest || row.status !== "rejected_manually") throw new ApiError("conflicting_state");
    const at = new Date(deps.clock.nowMs());
    await recordAccess(tx, row, { actor: `staff:${key.staffId}`, action: "case_reopened", at });
    const subject = { operatorId, externalCustomerId };
    const inserted = await insertVerification(deps, tx, subject, { origin: "reopened" });
    const { kyc_verification_id: newVerificationId } = inserted;
    await audit(deps, tx, key, "review.reopened", { newVerificationId });
    return inserted;
  });
  deps.webhooks.wake();
  return presentVerification(deps.keyring, opened);
}

function audit(
  deps: KycDeps,
  tx: Tx,
  { operatorId, staffId, kycVerificationId }: ReviewKey,
  action: string,
  details: Record<string, string>,
): Promise<void> {
  return appendAudit(deps, tx, operatorId, {
    actor: { kind: "staff", staffId },
    action,
    details,
    subject: { type: "kyc_verification", id: kycVerificationId },
  });
}

async function subjectOf(deps: KycDeps, key: ReviewKey) {
  const row = await requireRow(deps, key);
  return { externalCustomerId: row.external_customer_id };
}
