export { type AccountClass, type AccountName, accountOf, describeAccount } from "./accounts.ts";
export { createLedger } from "./create-ledger.ts";
export {
  findPostingPlace,
  listPostings,
  type PostingFilter,
  streamPostings,
} from "./list-postings.ts";
export {
  createPosting,
  type Posting,
  type PostingSource,
  reversePosting,
  type SourceType,
  withoutNulls,
} from "./posting.ts";
export {
  depositCause,
  depositMoved,
  depositPosition,
  depositSource,
  type PostedDeposit,
  strayCause,
  strayMoved,
  strayPosition,
} from "./postings/deposit-postings.ts";
export {
  type DisputeCost,
  disputeMoved,
  disputePosition,
  disputeSource,
  type PostedDispute,
} from "./postings/dispute-postings.ts";
export {
  chargeApproved,
  chargeReversed,
  debitFiled,
  debitReturned,
  debitSettled,
  payByBankProcessor,
  refundsLost,
  type SoldDebit,
  type SoldPayment,
} from "./postings/payment-postings.ts";
export {
  type PostedPayout,
  payoutApproved,
  payoutArrived,
  payoutArrivedAgain,
  payoutCameBack,
  payoutCameBackAgain,
  payoutEnded,
  payoutEndedAgain,
  payoutRevived,
} from "./postings/payout-postings.ts";
export {
  type PostedRefund,
  type RefundRoute,
  refundCameBack,
  refundCanceled,
  refundDone,
  refundFailed,
  refundReplaced,
  refundRequested,
  refundReturnedTwice,
  refundUnnecessary,
} from "./postings/refund-postings.ts";
export {
  type PostedReturn,
  returnCameBack,
  returnDone,
  returnRequested,
  returnReturnedTwice,
  returnUndone,
} from "./postings/return-postings.ts";
export type { Sale } from "./postings/sale.ts";
export {
  type BankLine,
  bankLine,
  type Correction,
  correction,
  rowExchanged,
  type SettlementRow,
  settlementRow,
} from "./postings/settlement-postings.ts";
export { readAccounts } from "./read-accounts.ts";
export type { LedgerItem, LedgerSource } from "./walks/ledger-source.ts";
export {
  postingCte,
  postingParameterCount,
  postingParameters,
  readPosted,
  readUnreversed,
  recordPostings,
} from "./write-postings.ts";
