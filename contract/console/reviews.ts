/**
 * Identity verifications that need a manual review.
 *
 *   GET    /console/api/reviews?status=&page=&size=          → reviewList (reviews.list)
 *   POST   /console/api/reviews/{kycVerificationId}/open     {} → reviewCase (reviews.decide, as all below)
 *   PUT    /console/api/reviews/{kycVerificationId}/claim    claimReview → reviewClaim
 *   DELETE /console/api/reviews/{kycVerificationId}/claim    → releasedClaim
 *   GET    /console/api/reviews/{kycVerificationId}/images/{uploadId}   → the picture's bytes, no-store
 *   POST   /console/api/reviews/{kycVerificationId}/decision decideReview → decidedReview
 *   POST   /console/api/reviews/{kycVerificationId}/reopen   {} → kycVerification, pending (201)
 *
 * Opening an undecided case claims it for {@link reviewClaimMs}, unless a colleague has claimed it. The page renews the
 * claim every minute. A claimed case names the colleague; others can view it and take it over (`takeOver: true`). A
 * decision during a colleague's claim gets 409 `review_claimed`; a decision on an older version, or a second decision,
 * gets 409 `conflicting_state`.
 */
import * as z from "zod/mini";
import { customerData, kycVerification } from "../api/customers.ts";
import { listOf, pageQuery, timeSorts } from "../lists.ts";

/** How long a claim lasts without renewal. */
export const reviewClaimMs = 3 * 60_000;

/**
 * `status`: `under_review` (default, oldest first), or a decision by staff (newest decision first). Only decided ones
 * sort: the queue has one order.
 */
export const reviewQuery = z.extend(pageQuery, {
  status: z._default(
    z.enum(["under_review", "verified_manually", "rejected_manually"]),
    "under_review",
  ),
  sort: z.optional(z.enum(timeSorts)),
});

export const staffName = z.object({ staffId: z.string(), name: z.string() });

export const reviewClaim = z.object({
  staff: staffName,
  isMine: z.boolean(),
  since: z.string(),
  expiresAt: z.string(),
});
export type ReviewClaim = z.infer<typeof reviewClaim>;

/** A reason in words for staff. `code` is an open list. */
export const staffReason = z.object({ code: z.string(), message: z.string() });

export const reviewSummary = z.object({
  kycVerificationId: z.string(),
  externalCustomerId: z.string(),
  customerName: z.nullable(z.string()),
  customerEmail: z.nullable(z.string()),
  type: z.nullable(z.string()),
  status: z.string(),
  submittedAt: z.string(),
  decidedAt: z.nullable(z.string()),
  reasons: z.array(staffReason),
  /** Null if unclaimed. */
  claim: z.nullable(reviewClaim),
});
export type ReviewSummary = z.infer<typeof reviewSummary>;

export const reviewList = listOf(reviewSummary);
export type ReviewList = z.infer<typeof reviewList>;

export const readField = z.object({
  /** `lastName`, `dateOfBirth`, `documentNumber`, …; an open list. */
  name: z.string(),
  value: z.string(),
  /** `barcode` or `mrz`; an open list. */
  source: z.string(),
  truncated: z.boolean(),
  checkDigit: z.nullable(z.boolean()),
  /** The customer's value; null if they gave none. */
  claimed: z.nullable(z.string()),
  /**
   * `same`, `similar` (accepted by the rule), `different` or `none` (nothing to compare); an open
   * list.
   */
  agreement: z.string(),
  /** The front of a license shows the barcode's value too; null if not checked. */
  onFront: z.nullable(z.boolean()),
});
export type ReadField = z.infer<typeof readField>;

/** Everything that a reviewer needs to decide. */
export const reviewCase = z.object({
  verification: kycVerification,
  /** All reasons, including those that only staff may see. */
  reasons: z.array(staffReason),
  checks: z.array(z.object({ code: z.string(), result: z.string(), message: z.string() })),
  customer: z.object({
    externalCustomerId: z.string(),
    data: customerData,
    createdAt: z.string(),
    /** The customer's other verifications, newest first. */
    otherVerifications: z.array(kycVerification),
  }),
  /** What the reader found; null if it failed. */
  reading: z.nullable(
    z.object({
      readable: z.boolean(),
      checkDigitsValid: z.nullable(z.boolean()),
      fields: z.array(readField),
      problems: z.array(z.object({ code: z.string(), message: z.string() })),
    }),
  ),
  /** The pictures; empty after the retention period. `url` is a path of this API. */
  images: z.array(
    z.object({
      uploadId: z.string(),
      side: z.string(),
      contentType: z.nullable(z.string()),
      url: z.string(),
    }),
  ),
  /** The decision by staff, if any. */
  decision: z.nullable(
    z.object({ staff: staffName, reason: z.string(), decidedAt: z.nullable(z.string()) }),
  ),
  canDecide: z.boolean(),
  canReopen: z.boolean(),
  /** Send it with the decision. */
  version: z.string(),
  claim: z.nullable(reviewClaim),
  /** Colleagues who opened the case recently. */
  otherReviewers: z.array(z.object({ staff: staffName, at: z.string() })),
  /** Who read the case's data. `action` is an open list; `actor` is for display. */
  accesses: z.array(
    z.object({
      actor: z.string(),
      action: z.string(),
      uploadId: z.nullable(z.string()),
      at: z.string(),
    }),
  ),
});
export type ReviewCase = z.infer<typeof reviewCase>;

/** Claims the case or renews the claim. 409 `review_claimed` while a colleague has it and `takeOver` is not set. */
export const claimReview = z.strictObject({ takeOver: z._default(z.boolean(), false) });

/** Releases only the caller's own claim. */
export const releasedClaim = z.object({ claim: z.nullable(reviewClaim) });

/** The reason is for the record; the customer does not see it. */
export const decideReview = z.strictObject({
  decision: z.enum(["approve", "reject"]),
  reason: z.string().check(z.trim(), z.minLength(1), z.maxLength(1000)),
  version: z.string().check(z.minLength(1), z.maxLength(100)),
});

/** The decided verification, and the oldest undecided case that nobody has claimed. */
export const decidedReview = z.object({
  verification: kycVerification,
  nextKycVerificationId: z.nullable(z.string()),
  waiting: z.number(),
});
export type DecidedReview = z.infer<typeof decidedReview>;
