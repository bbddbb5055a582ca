export { cancelPayment } from "./cancel-payment.ts";
export {
  checkedParties,
  type KnownCheck,
  payoutKey,
  readChecks,
  serviceKey,
  startCheck,
} from "./connector-checks/index.ts";
export { createPayments, type Payments } from "./create-payments.ts";
export { findDelivery } from "./deliveries/delivery-store.ts";
export { acceptDispute, submitEvidence } from "./disputes/answer-dispute.ts";
export { decideNotice } from "./disputes/decide-notice.ts";
export { readDisputeRates } from "./disputes/dispute-rates.ts";
export { contextsOfIntent, disputesOfCustomer } from "./disputes/disputes-of-customer.ts";
export { changeEvidence } from "./disputes/evidence.ts";
export { type InquiryRecord, inquiryActs } from "./disputes/inquiries/inquiry-store.ts";
export { openInquiryOf } from "./disputes/inquiries/open-inquiry.ts";
export { recordAnswerOf } from "./disputes/inquiries/record-answer.ts";
export { disputesOfIntent, type ListedDispute, listForStaff } from "./disputes/list-disputes.ts";
export { readUpload } from "./disputes/read-file.ts";
export { replaceDisputeFee } from "./disputes/replace-dispute-fee.ts";
export {
  previewSummary,
  type ReadCase,
  readCase,
} from "./disputes/review-disputes.ts";
export { listNotices, type NoticeForReview } from "./disputes/review-notices.ts";
export { evidenceBodyBytes } from "./disputes/routes.ts";
export { paymentSources } from "./ledger/index.ts";
export { type BarringReturn, liftBar, readBars } from "./methods/bank/account-bars.ts";
export { drawMandate } from "./methods/bank/draw-mandate.ts";
export { readMandate } from "./methods/bank/mandates.ts";
export { brandOfNumber, expiryProblem } from "./methods/card/card-rules.ts";
export {
  type CardStop,
  liftStop,
  liftsOfIntent as stopLiftsOfIntent,
  listStoppedSavedCards,
  readStops,
  type StoppedCard,
} from "./methods/card/stopped-cards.ts";
export type { Lift } from "./methods/lift.ts";
export type { LookUpAnswer } from "./methods/payment-method.ts";
export {
  acceptedForMs,
  auditAbout,
  auditLookUp,
  confirmMark,
  decideMarkByStaff,
  findAppliedMark,
  insertMark,
  isWithinLimit,
  type LookUpRequest,
  lookUpPayment,
  lookUpRefund,
  type MarkRequest,
  markPayment,
  markRefund,
  nextLateCheckMs,
  type OutcomeAlarm,
  type OutcomeForReview,
  type OutcomeMark,
  type OutcomeReport,
  type OutcomeRule,
  type OutcomeSubject,
  openAlarm,
  openMarkFile,
  outcomesOf,
  outcomesOfCustomer,
  readOutcomes,
  readWaitingOutcomes,
  reportContradictions,
  requireMarkable,
  requireStillWithinLimit,
  resolveAlarm,
  runningLookUp,
  staffOfOutcomes,
  unknownForMs,
  withLookUpLease,
} from "./outcomes/index.ts";
export {
  defaultPaymentTimes,
  type PaymentsDeps,
  type PaymentsNeeds,
  type PaymentTimes,
} from "./payments-deps.ts";
export { createRefundBatch } from "./refunds/batches/create-batch.ts";
export { decideBatch, retryBatch, stopBatch } from "./refunds/batches/decide-batch.ts";
export { type BatchPlan, planBatch, type Selection } from "./refunds/batches/plan-batch.ts";
export {
  type BatchForReview,
  type BatchItem,
  listBatches,
  listItems as listBatchItems,
  readBatch,
  streamItems as streamBatchItems,
} from "./refunds/batches/read-batches.ts";
export { refundStatus } from "./refunds/refund-steps.ts";
export {
  approveByStaff as approveRefundByStaff,
  cancelRefundByStaff,
  decideRefundByStaff,
  declineByStaff as declineRefundByStaff,
  linkForStaff as refundLinkForStaff,
  listRefundsForStaff,
  newestRefundsOf,
  type RefundForReview,
  readAwaitingApproval,
  readRefunds,
  refundByStaff,
  refundsOfCustomer,
} from "./refunds/review-refunds.ts";
export { dryRunRouting } from "./review/dry-run-routing.ts";
export {
  type AttemptForStaff,
  countPayments,
  listPayments,
  readPayment,
  streamPayments,
} from "./review/list-payments.ts";
export { lookUpNow } from "./review/look-up-now.ts";
export type { PaymentFilter } from "./review/payment-filter.ts";
export { sealedTables } from "./sealed-columns.ts";
