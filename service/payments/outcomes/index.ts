export { decideMarkByStaff } from "./decide-mark.ts";
export { lookUpPayment } from "./look-up-payment.ts";
export { lookUpRefund } from "./look-up-refund.ts";
export { openMarkFile } from "./mark-files.ts";
export { markPayment } from "./mark-payment.ts";
export { markRefund } from "./mark-refund.ts";
export type { MarkRequest } from "./mark-rules.ts";
export { type OutcomeReport, reportContradictions } from "./report-contradictions.ts";
export { resolveAlarm } from "./resolve-alarm.ts";
export {
  type OutcomeForReview,
  outcomesOfCustomer,
  readOutcomes,
  readWaitingOutcomes,
  staffOfOutcomes,
} from "./review-outcomes.ts";
