export {
  EstablishFailed,
  type EstablishOptions,
  establish,
  hasLeft,
  type TrustlyParty,
} from "./establish.ts";
export {
  isOfAnother,
  longList,
  provenRefusalOf,
  repeatedReference,
  transactionsOf,
} from "./payment-transactions.ts";
export { readTrustlyNotice } from "./read-notice.ts";
export { returnProblem } from "./read-return.ts";
export { trustlyCalls } from "./trustly-calls.ts";
export {
  errorCodesOf,
  listedTransactions,
  readAccounts,
  readTrustly,
  singleTransaction,
  status,
  type TrustlyAccount,
  type TrustlyTransaction,
  transactionType,
} from "./trustly-responses.ts";
export { type TrustlySettings, trustlySettings } from "./trustly-settings.ts";
