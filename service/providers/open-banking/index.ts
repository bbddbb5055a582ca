export { type BankCheckStep, type BankCheckStepName, checkBank } from "./check/check-bank.ts";
export { createOAuthOpenBanking } from "./oauth-open-banking.ts";
export type {
  BankGrant,
  BankNotice,
  BankOrder,
  BankPaymentOutcome,
  BankRefundOrder,
  BankRefundOutcome,
  ConsentOutcome,
  OpenBankingProvider,
  PayingAccount,
  PayingCustomer,
} from "./open-banking-provider.ts";
export {
  type BankSettings,
  bankSettings,
  type OpenBankingConnector,
} from "./open-banking-settings.ts";
export {
  bankVendorsWithNotices,
  type CheckedBank,
  checkedBankVendors,
  isCheckedBank,
  openBankingProviderFor,
  openBankingVendors,
} from "./vendor-settings.ts";
