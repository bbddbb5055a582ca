export { type HeardEvent, readTrustlyNotice } from "./read-notice.ts";
export {
  createdTransaction,
  errorCodesOf,
  listedTransactions,
  readTrustly,
  singleTransaction,
  status,
  type TrustlyTransaction,
  transactionType,
} from "./trustly-answers.ts";
export { trustlyCalls } from "./trustly-calls.ts";
export { type TrustlySettings, trustlySettings } from "./trustly-settings.ts";
export { requestSignature } from "./trustly-signature.ts";
