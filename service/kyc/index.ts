export { createKyc, type Kyc, type KycParts, registerKyc } from "./create-kyc.ts";
export type { KycDeps } from "./kyc-deps.ts";
export {
  decideReview,
  listReviews,
  openReview,
  type ReviewCase,
  type ReviewDecision,
  type ReviewKey,
  type ReviewSummary,
  readReviewImage,
  reopenReview,
} from "./review/reviews.ts";
export type { KycAccessEntry } from "./store/access-log.ts";
