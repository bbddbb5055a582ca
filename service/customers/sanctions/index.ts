export {
  createSanctions,
  type Payee,
  type ReadList,
  type Sanctions,
  type SanctionsHold,
} from "./create-sanctions.ts";
export type { DecidedCustomer, ReviewDecision, ReviewKey } from "./reviews/decide-review.ts";
export type { ListedReviews, OpenedReview, ReviewFilter } from "./reviews/list-reviews.ts";
export { holdingStates, type SanctionsState, statesOf } from "./reviews/review-store.ts";
export { sealedTables } from "./sealed-columns.ts";
