/**
 * Identity verifications that wait for a person.
 *
 *   GET    /console/api/reviews?status=&page=&size=          → reviewList (reviews.list)
 *   POST   /console/api/reviews/{kycVerificationId}/open     {} → reviewCase (reviews.decide, as all below)
 *   PUT    /console/api/reviews/{kycVerificationId}/claim    claimReview → reviewClaim
 *   DELETE /console/api/reviews/{kycVerificationId}/claim    → releasedClaim
 *   GET    /console/api/reviews/{kycVerificationId}/images/{uploadId}   → the picture's bytes, no-store
 *   POST   /console/api/reviews/{kycVerificationId}/decision decideReview → decidedReview
 *   POST   /console/api/reviews/{kycVerificationId}/reopen   {} → kycVerification, pending (201)
 *
 * Opening a case that waits claims it for {@link reviewClaimMs} unless somebody else has it; the page
 * renews the claim every minute while the case is on the screen. Who finds it taken is told by whom, may
 * look all the same, and may take it over (`takeOver: true`). A decision while somebody else has the case
 * is 409 `review_claimed`; one about an older version, or a second one, is 409 `conflicting_state`.
 */
import * as z from "zod/mini";
import { customerData, kycVerification } from "../api/customers.ts";
import { listOf, pageQuery } from "../lists.ts";

/** How long a claim lasts without being renewed. */
export const reviewClaimMs = 3 * 60_000;

/** `status`: `under_review` by default (the oldest first), or what staff decided (the newest first). */
export const reviewQuery = z.extend(pageQuery, {
  status: z._default(
    z.enum(["under_review", "verified_manually", "rejected_manually"]),
    "under_review",
  ),
});
export type ReviewQuery = z.infer<typeof reviewQuery>;

/** Somebody of the staff, by name. */
export const staffName = z.object({ staffId: z.string(), name: z.string() });
export type StaffName = z.infer<typeof staffName>;

/** Who has a case. */
export const reviewClaim = z.object({
  staff: staffName,
  isMine: z.boolean(),
  since: z.string(),
  expiresAt: z.string(),
});
export type ReviewClaim = z.infer<typeof reviewClaim>;

/** In words for staff. `code` is an open list. */
export const staffReason = z.object({ code: z.string(), message: z.string() });

/** One line of the queue. */
export const reviewSummary = z.object({
  kycVerificationId: z.string(),
  externalCustomerId: z.string(),
  customerName: z.nullable(z.string()),
  type: z.nullable(z.string()),
  status: z.string(),
  submittedAt: z.string(),
  decidedAt: z.nullable(z.string()),
  reasons: z.array(staffReason),
  /** Null when nobody has it open. */
  claim: z.nullable(reviewClaim),
});
export type ReviewSummary = z.infer<typeof reviewSummary>;

/** The queue. */
export const reviewList = listOf(reviewSummary);
export type ReviewList = z.infer<typeof reviewList>;

/** A value read from the document. */
export const readField = z.object({
  /** `lastName`, `dateOfBirth`, `documentNumber`, …; open */
  name: z.string(),
  value: z.string(),
  /** `barcode` or `mrz`; open */
  source: z.string(),
  truncated: z.boolean(),
  checkDigit: z.nullable(z.boolean()),
  /** What the customer said; null where they said nothing or nothing is asked. */
  claimed: z.nullable(z.string()),
  /** `same`, `similar` (the rule takes it), `different` or `none` (nothing to compare); open */
  agreement: z.string(),
  /** Whether a licence's front shows the barcode's value too; null where that was not looked for. */
  onFront: z.nullable(z.boolean()),
});
export type ReadField = z.infer<typeof readField>;

/** Everything that a reviewer decides from. */
export const reviewCase = z.object({
  verification: kycVerification,
  /** With what only staff may see. */
  reasons: z.array(staffReason),
  checks: z.array(z.object({ code: z.string(), result: z.string(), message: z.string() })),
  customer: z.object({
    externalCustomerId: z.string(),
    data: customerData,
    createdAt: z.string(),
    /** The customer's other verifications, newest first. */
    otherVerifications: z.array(kycVerification),
  }),
  /** Null where the reader could not read. */
  reading: z.nullable(
    z.object({
      readable: z.boolean(),
      checkDigitsValid: z.nullable(z.boolean()),
      fields: z.array(readField),
      problems: z.array(z.object({ code: z.string(), message: z.string() })),
    }),
  ),
  /** Empty once the time to keep them is over. `url` is a path of this API. */
  images: z.array(
    z.object({
      uploadId: z.string(),
      side: z.string(),
      contentType: z.nullable(z.string()),
      url: z.string(),
    }),
  ),
  /** What staff decided, if they have. */
  decision: z.nullable(
    z.object({ staff: staffName, reason: z.string(), decidedAt: z.nullable(z.string()) }),
  ),
  canDecide: z.boolean(),
  canReopen: z.boolean(),
  /** To be given back with the decision. */
  version: z.string(),
  claim: z.nullable(reviewClaim),
  /** Others who opened the case lately. */
  otherReviewers: z.array(z.object({ staff: staffName, at: z.string() })),
  /** Who did what with the case's data. `action` is open; `actor` is a name for eyes. */
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

/** Takes or renews the claim; 409 `review_claimed` while another has it and `takeOver` is not set. */
export const claimReview = z.strictObject({ takeOver: z._default(z.boolean(), false) });
export type ClaimReview = z.infer<typeof claimReview>;

/** One's own claim is given back; another's stays. */
export const releasedClaim = z.object({ claim: z.nullable(reviewClaim) });

/** The decision, with a reason for the record that the customer does not see. */
export const decideReview = z.strictObject({
  decision: z.enum(["approve", "reject"]),
  reason: z.string().check(z.trim(), z.minLength(1), z.maxLength(1000)),
  version: z.string().check(z.minLength(1), z.maxLength(100)),
});
export type DecideReview = z.infer<typeof decideReview>;

/** What became of it, and the oldest case that waits and that nobody has open. */
export const decidedReview = z.object({
  verification: kycVerification,
  nextKycVerificationId: z.nullable(z.string()),
  waiting: z.number(),
});
export type DecidedReview = z.infer<typeof decidedReview>;
