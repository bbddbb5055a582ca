export {
  createSanctions,
  type Payee,
  type Sanctions,
  type SanctionsHold,
} from "./create-sanctions.ts";
export type { CustomerKey, CustomerMoney, Destinations, HoldChange } from "./held-money.ts";
export type { ReadList } from "./list/current-screen.ts";
export type { ReviewDecision, ReviewKey } from "./reviews/decide-review.ts";
export type { ListedReviews, OpenedReview, ReviewFilter } from "./reviews/list-reviews.ts";
export { personName } from "./reviews/match-names.ts";
export { holdingStates, type SanctionsState, sanctionsStatesOf } from "./reviews/review-store.ts";
export { sealedTables } from "./sealed-columns.ts";
