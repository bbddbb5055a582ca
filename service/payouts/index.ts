export type {
  ApprovalGates,
  DisbursementDecision,
  DisbursementDetail,
  DisbursementFilter,
  DisbursementHistoryEntry,
  DisbursementKey,
  PageOf,
  WaitingDisbursement,
} from "./console-types.ts";
export { createDisbursements, type Disbursements } from "./create-disbursements.ts";
export {
  type DisbursementsDeps,
  type DisbursementsNeeds,
  defaultPayoutTimes,
  type PayoutTimes,
} from "./disbursements-deps.ts";
export { decidePayout } from "./flow/decide-payout.ts";
export { listSavedMethods } from "./methods/saved-methods.ts";
export {
  acceptForPayout,
  applyMarkToPayout,
  lookUpPayoutForStaff,
  markPayout,
  readPayoutOutcomes,
} from "./outcomes/index.ts";
export { maskMethod } from "./present.ts";
export { listDisbursements, streamDisbursements } from "./review/list-disbursements.ts";
export { listPendingValidation } from "./review/pending-validation.ts";
export { readDisbursement } from "./review/read-disbursement.ts";
export { sealedTables } from "./sealed-columns.ts";
export { payoutSource } from "./store/payout-source.ts";
export { reasonPlace } from "./store/payout-store.ts";
export { payoutPlace } from "./store/rows.ts";
export { type YearToDateQuery, yearToDateMinor } from "./year-to-date.ts";
