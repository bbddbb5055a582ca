export { createKyc, type Kyc, type KycParts } from "./create-kyc.ts";
export type { KycDeps, KycNeeds } from "./kyc-deps.ts";
export { type Claim, claimReview, listClaims, releaseReview } from "./review/claims.ts";
export { type ComparedField, compareReading } from "./review/compare-reading.ts";
export { decideReview, type ReviewDecision, reopenReview } from "./review/decide-review.ts";
export {
  listReviews,
  openReview,
  type ReviewCase,
  type ReviewStatus,
  type ReviewSummary,
  readReviewImage,
} from "./review/review-case.ts";
export type { ReviewKey } from "./review/review-rows.ts";
export { sealedTables } from "./sealed-columns.ts";
export type { KycAccessEntry } from "./store/access-log.ts";
export { listAccesses as listKycAccesses } from "./store/access-log.ts";
export { listImages, openImage } from "./store/image-store.ts";
export { openJson as openVerificationColumn } from "./store/verification-store.ts";
