export { createOAuthOpenBanking } from "./oauth-open-banking.ts";
export type {
  BankOrder,
  BankPaymentOutcome,
  BankRefundOrder,
  BankRefundOutcome,
  ConsentOutcome,
  OpenBankingProvider,
  PayingAccount,
} from "./open-banking-provider.ts";
