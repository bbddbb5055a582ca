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
export {
  type BankSettings,
  bankSettings,
  type OpenBankingConnector,
} from "./open-banking-settings.ts";
export { openBankingProviderFor } from "./vendor-settings.ts";
