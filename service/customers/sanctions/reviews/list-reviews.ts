import type { PageQuery } from "#contract/lists";
import { showText } from "../../../platform/secrets/show-text.ts";
import {
  type ReviewDeps,
  type ReviewEvidence,
  reviewPlace,
  type StoredReview,
} from "./review-store.ts";

export interface ReviewFilter extends PageQuery {
  /** `decided`: cleared or confirmed. */
  readonly status: "waiting" | "decided";
  readonly externalCustomerId?: string | undefined;
}

/** `kind` and `evidence` are null if the evidence cannot be decrypted. */
export type OpenedReview = (ReviewEvidence | { readonly kind: null; readonly evidence: null }) & {
  readonly review: StoredReview;
  readonly reason: string | null;
};

/** Waiting reviews oldest first, decided ones by newest decision. */
export interface ListedReviews {
  readonly data: readonly OpenedReview[];
  readonly page: number;
  readonly size: number;
  readonly total: number;
}

export async function listReviews(
  deps: ReviewDeps,
  operatorId: string,
  { status, externalCustomerId, page, size }: ReviewFilter,
): Promise<ListedReviews> {
  await deps.keyring.load(operatorId);
  const states =
    status === "waiting" ? (["open", "clearing"] as const) : (["cleared", "confirmed"] as const);
  let matching = deps.database.kysely
    .selectFrom("sanctions_reviews")
    .where("operator_id", "=", operatorId)
    .where("state", "in", [...states]);
  if (externalCustomerId !== undefined)
    matching = matching.where("external_customer_id", "=", externalCustomerId);
  const { total } = await matching
    .select((select) => select.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  const ordered =
    status === "waiting"
      ? matching.orderBy("sanctions_review_id")
      : matching.orderBy("decided_at", "desc").orderBy("sanctions_review_id", "desc");
  const rows = await ordered
    .selectAll()
    .limit(size)
    .offset((page - 1) * size)
    .execute();
  return { data: rows.map((row) => open(deps, row)), page, size, total: Number(total) };
}

function open({ keyring }: ReviewDeps, review: StoredReview): OpenedReview {
  const { operator_id: operatorId, sanctions_review_id: id, reason_sealed: reason } = review;
  const place = (column: "evidence_sealed" | "reason_sealed") =>
    reviewPlace(operatorId, id, column);
  const evidence = showText(keyring, place("evidence_sealed"), review.evidence_sealed);
  return {
    review,
    ...(evidence === null
      ? { kind: null, evidence: null }
      : { kind: review.kind, evidence: JSON.parse(evidence) }),
    reason: showText(keyring, place("reason_sealed"), reason),
  };
}
