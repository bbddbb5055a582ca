/**
 * Which staff member has a case open. Opening a case claims it, and the console renews the claim. Until the claim
 * expires, nobody else can decide without taking the case over.
 */
import type { Kysely } from "kysely";
import { reviewClaimMs } from "#contract/console/reviews";
import type { Tables } from "../../../platform/database/tables.ts";
import { inTransaction, type Tx } from "../../../platform/database/transaction.ts";
import { ApiError } from "../../../platform/http/api-error.ts";
import type { KycDeps } from "../kyc-deps.ts";
import { lockRow, type ReviewKey, requireRow } from "./review-rows.ts";

export interface Claim {
  kycVerificationId: string;
  staffId: string;
  since: Date;
  expiresAt: Date;
}

/**
 * Creates or renews the claim; `takeOver` replaces someone else's. Throws 404, 409 `review_claimed`, and 409
 * `conflicting_state` if the case needs no decision.
 */
export async function claimReview(
  deps: KycDeps,
  key: ReviewKey,
  { takeOver }: { takeOver: boolean },
): Promise<Claim> {
  await requireRow(deps, key);
  return inTransaction(deps.database, async (tx) => {
    const row = await lockRow(tx, key);
    if (row.status !== "under_review") throw new ApiError("conflicting_state");
    const nowMs = deps.clock.nowMs();
    const now = new Date(nowMs);
    const held = await holderOf(tx, key.kycVerificationId, now);
    if (held && held.staffId !== key.staffId && !takeOver) throw new ApiError("review_claimed");
    const claim = {
      operator_id: key.operatorId,
      staff_id: key.staffId,
      claimed_at: held?.staffId === key.staffId ? held.since : now,
      expires_at: new Date(nowMs + reviewClaimMs),
    };
    await tx
      .insertInto("review_claims")
      .values({ kyc_verification_id: key.kycVerificationId, ...claim })
      .onConflict((conflict) => conflict.column("kyc_verification_id").doUpdateSet(claim))
      .execute();
    const { kycVerificationId, staffId } = key;
    return { kycVerificationId, staffId, since: claim.claimed_at, expiresAt: claim.expires_at };
  });
}

export async function releaseReview(deps: KycDeps, key: ReviewKey): Promise<void> {
  await requireRow(deps, key);
  await deps.database.kysely
    .deleteFrom("review_claims")
    .where("kyc_verification_id", "=", key.kycVerificationId)
    .where("staff_id", "=", key.staffId)
    .execute();
}

/** The operator's valid claims on these cases, or all. */
export async function listClaims(
  deps: Pick<KycDeps, "clock" | "database">,
  operatorId: string,
  kycVerificationIds?: readonly string[],
): Promise<Claim[]> {
  if (kycVerificationIds?.length === 0) return [];
  let query = claims(deps.database.kysely, new Date(deps.clock.nowMs()));
  query = query.where("operator_id", "=", operatorId);
  if (kycVerificationIds) query = query.where("kyc_verification_id", "in", [...kycVerificationIds]);
  return (await query.execute()).map(toClaim);
}

/** The transaction must have locked the case. */
export async function holderOf(
  tx: Tx,
  kycVerificationId: string,
  now: Date,
): Promise<Claim | undefined> {
  const row = await claims(tx, now)
    .where("kyc_verification_id", "=", kycVerificationId)
    .executeTakeFirst();
  return row && toClaim(row);
}

function claims(db: Kysely<Tables>, now: Date) {
  return db.selectFrom("review_claims").selectAll().where("expires_at", ">", now);
}

function toClaim(row: Tables["review_claims"]): Claim {
  return {
    kycVerificationId: row.kyc_verification_id,
    staffId: row.staff_id,
    since: row.claimed_at,
    expiresAt: row.expires_at,
  };
}
