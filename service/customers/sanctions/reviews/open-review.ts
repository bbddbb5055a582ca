import type { Tx } from "../../../platform/database/transaction.ts";
import { newId } from "../../../platform/randomness.ts";
import type { CustomerKey } from "../held-money.ts";
import {
  type ReviewDeps,
  type ReviewEvidence,
  reviewPlace,
  type StoredReview,
} from "./review-store.ts";

/** A match of the customer's data with an entry. */
export interface Hit {
  /** A fingerprint of exactly what a decision covers. */
  readonly subjectIndex: string;
  /** The score, from 0 to 100. */
  readonly score: number;
}

/** All hits of one entry, best first. */
export interface EntryMatch<Found extends Hit = Hit> {
  readonly list: string;
  readonly entryId: string;
  readonly entryHash: string;
  readonly hits: readonly Found[];
  /** The evidence for staff. `best` is the first hit that nobody has cleared. */
  evidenceOf(best: Found, others: readonly Found[]): ReviewEvidence;
}

/**
 * Opens a review, or adds to the waiting one. Changes nothing if the match is confirmed, or if staff cleared each hit
 * or the waiting review covers it. `reviews` are all of the customer's.
 */
export async function openReview<Found extends Hit>(
  deps: ReviewDeps,
  tx: Tx,
  { operatorId, externalCustomerId }: CustomerKey,
  reviews: readonly StoredReview[],
  { list, entryId, entryHash, hits, evidenceOf }: EntryMatch<Found>,
): Promise<void> {
  const [first] = hits;
  if (!first) return;
  const { kind } = evidenceOf(first, []);
  const ofEntry = reviews.filter(
    (review) => review.kind === kind && review.list === list && review.entry_id === entryId,
  );
  if (ofEntry.some(({ state }) => state === "confirmed")) return;
  const covered = (all: readonly StoredReview[]) =>
    new Set(
      all
        .filter(({ entry_hash: hash }) => hash === entryHash)
        .flatMap((each) => each.subject_index.split(" ")),
    );
  const undecided = ofEntry.find(({ state }) => state === "open" || state === "clearing");
  const cleared = covered(ofEntry.filter(({ state }) => state === "cleared"));
  const waiting = covered(undecided ? [undecided] : []);
  const open = hits.filter(({ subjectIndex }) => !cleared.has(subjectIndex));
  const [best, ...others] = open;
  if (!best || open.every(({ subjectIndex }) => waiting.has(subjectIndex))) return;
  const now = new Date(deps.clock.nowMs());
  const reviewId = undecided?.sanctions_review_id ?? newId(deps, "sanctionsReview");
  const values = {
    entry_hash: entryHash,
    subject_index: open.map((each) => each.subjectIndex).join(" "),
    score: best.score,
    // An earlier clearing was about other data.
    state: "open" as const,
    cleared_by: null,
    reason_sealed: null,
    evidence_sealed: deps.keyring.encryptField(
      reviewPlace(operatorId, reviewId, "evidence_sealed"),
      JSON.stringify(evidenceOf(best, others).evidence),
    ),
    updated_at: now,
  };
  if (undecided) {
    await tx
      .updateTable("sanctions_reviews")
      .set({ ...values, version: undecided.version + 1 })
      .where("operator_id", "=", operatorId)
      .where("sanctions_review_id", "=", reviewId)
      .execute();
    return;
  }
  await tx
    .insertInto("sanctions_reviews")
    .values({
      operator_id: operatorId,
      external_customer_id: externalCustomerId,
      ...values,
      sanctions_review_id: reviewId,
      kind,
      list,
      entry_id: entryId,
      decided_by: null,
      version: 1,
      opened_at: now,
      decided_at: null,
    })
    .execute();
}
