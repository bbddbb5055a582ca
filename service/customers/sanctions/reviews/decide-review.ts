import { requireStaffStillAllowed } from "../../../operators/accounts/index.ts";
import { auditActorOf, type Decider } from "../../../operators/approvals/index.ts";
import { appendAudit } from "../../../operators/audit/index.ts";
import { inTransaction } from "../../../platform/database/transaction.ts";
import { ApiError } from "../../../platform/http/api-error.ts";
import { showText } from "../../../platform/secrets/show-text.ts";
import { lockExistingCustomer } from "../../profile/index.ts";
import type { HoldListener } from "../held-money.ts";
import {
  type ReviewDeps,
  reviewPlace,
  type StoredReview,
  sanctionsStatesOf,
} from "./review-store.ts";

export interface ReviewKey {
  readonly operatorId: string;
  readonly sanctionsReviewId: string;
}

/** `clear`: not the same person. `confirm`: the same person, whom we never pay. */
export interface ReviewDecision {
  readonly decision: "clear" | "confirm";
  readonly reason: string;
  readonly version: number;
  readonly staffId: string;
}

export interface DecisionRules {
  /** Whether clearing takes two people. */
  readonly needsSecond: boolean;
  /** Called in the transaction, if the decision releases or blocks the customer. */
  readonly follow: HoldListener;
}

/**
 * Decides a review. With `needsSecond`, two different people must clear it; after the first it is `clearing`. A
 * confirmation counts at once.
 *
 * Throws 404; 409 `sanctions_review_changed` for an outdated version; 409 `conflicting_state` if decided; 409
 * `sanctions_evidence_unreadable` for a clearing if the evidence cannot be decrypted; 403 `dual_control_required` if
 * the same person clears twice.
 */
export async function decideReview(
  deps: ReviewDeps,
  key: ReviewKey,
  decision: ReviewDecision,
  { needsSecond, follow }: DecisionRules,
): Promise<StoredReview> {
  const { operatorId, sanctionsReviewId: id } = key;
  await deps.keyring.load(operatorId);
  const decider: Decider = { kind: "staff", staffId: decision.staffId };
  const found = await deps.database.kysely
    .selectFrom("sanctions_reviews")
    .select("external_customer_id")
    .where("operator_id", "=", operatorId)
    .where("sanctions_review_id", "=", id)
    .executeTakeFirst();
  if (!found) throw new ApiError("resource_not_found");
  const { external_customer_id: externalCustomerId } = found;
  return inTransaction(deps.database, async (tx) => {
    // Locks the customer first, as screening and payouts do.
    await lockExistingCustomer(tx, operatorId, externalCustomerId);
    const review = await tx
      .selectFrom("sanctions_reviews")
      .selectAll()
      .where("operator_id", "=", operatorId)
      .where("sanctions_review_id", "=", id)
      .forUpdate()
      .executeTakeFirstOrThrow();
    await requireStaffStillAllowed(tx, operatorId, decision.staffId, "payouts.decide");
    if (review.version !== decision.version) throw new ApiError("sanctions_review_changed");
    if (review.state === "cleared" || review.state === "confirmed")
      throw new ApiError("conflicting_state");
    const place = reviewPlace(operatorId, id, "evidence_sealed");
    const isReadable = showText(deps.keyring, place, review.evidence_sealed) !== null;
    // Unreadable evidence cannot be compared, and a clearing releases money.
    if (decision.decision === "clear" && !isReadable)
      throw new ApiError("sanctions_evidence_unreadable");
    const isFirst = decision.decision === "clear" && needsSecond && review.state === "open";
    const first = review.cleared_by as { staffId: string } | null;
    if (decision.decision === "clear" && needsSecond && !isFirst) {
      if (first?.staffId === decision.staffId) throw new ApiError("dual_control_required");
    }
    const now = new Date(deps.clock.nowMs());
    const by = JSON.stringify({ kind: "staff", staffId: decision.staffId });
    const state = isFirst ? "clearing" : decision.decision === "clear" ? "cleared" : "confirmed";
    const changed = await tx
      .updateTable("sanctions_reviews")
      .set({
        state,
        reason_sealed: deps.keyring.encryptField(
          reviewPlace(operatorId, id, "reason_sealed"),
          decision.reason,
        ),
        ...(isFirst ? { cleared_by: by } : { decided_by: by, decided_at: now }),
        version: review.version + 1,
        updated_at: now,
      })
      .where("operator_id", "=", operatorId)
      .where("sanctions_review_id", "=", id)
      .returningAll()
      .executeTakeFirstOrThrow();
    if (!isFirst) {
      const after = (await sanctionsStatesOf(tx, operatorId, [externalCustomerId])).get(
        externalCustomerId,
      );
      if (after === "blocked" || after === undefined) {
        const outcome = after === "blocked" ? "blocked" : "released";
        await follow(tx, { operatorId, externalCustomerId, outcome, decider });
      }
    }
    await appendAudit(deps, tx, operatorId, {
      actor: auditActorOf(decider),
      action: `sanctions_review.${isFirst ? "clearing_proposed" : state}`,
      subject: { type: "customer", id: externalCustomerId },
      details: {
        sanctionsReviewId: id,
        list: review.list,
        entryId: review.entry_id,
        score: review.score,
      },
    });
    return changed;
  });
}
