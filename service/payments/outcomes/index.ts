export { openAlarm } from "./alarm-store.ts";
export { decideMarkByStaff } from "./decide-mark.ts";
export { withLookUpLease } from "./look-up-lease.ts";
export {
  auditLookUp,
  type LookUpRequest,
  lookUpPayment,
  runningLookUp,
} from "./look-up-payment.ts";
export { lookUpRefund } from "./look-up-refund.ts";
export { openMarkFile } from "./mark-files.ts";
export { markPayment } from "./mark-payment.ts";
export { markRefund } from "./mark-refund.ts";
export {
  isWithinLimit,
  type MarkRequest,
  requireMarkable,
  requireStillWithinLimit,
} from "./mark-rules.ts";
export { confirmMark, findAppliedMark, insertMark } from "./mark-store.ts";
export { acceptedForMs, nextLateCheckMs, type OutcomeRule, unknownForMs } from "./outcome-rules.ts";
export { auditAbout, type OutcomeAlarm, type OutcomeMark, type OutcomeSubject } from "./records.ts";
export { type OutcomeReport, reportContradictions } from "./report-contradictions.ts";
export { resolveAlarm } from "./resolve-alarm.ts";
export {
  type OutcomeForReview,
  outcomesOf,
  outcomesOfCustomer,
  readOutcomes,
  readWaitingOutcomes,
  staffOfOutcomes,
} from "./review-outcomes.ts";
