export { createOAuthOpenBanking } from "./oauth-open-banking.ts";
export type {
  BankOrder,
  BankPaymentOutcome,
  ConsentOutcome,
  OpenBankingProvider,
  PayingAccount,
} from "./open-banking-provider.ts";
