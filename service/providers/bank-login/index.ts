export type {
  BankLoginOutcome,
  BankLoginProvider,
  BankLoginPurpose,
  LoginPayer,
} from "./bank-login-provider.ts";
export {
  type BankLoginConnector,
  type BankLoginSettings,
  readBankLogin,
  sandboxBank,
} from "./bank-login-settings.ts";
export { checkLogin, type LoginCheckStep, type LoginCheckStepName } from "./check-login.ts";
export { createOAuthBankLogin } from "./oauth-bank-login.ts";
export { consentOfProof } from "./trustly/trustly-login.ts";
export { bankLoginProviderFor, bankLoginVendors } from "./vendor-settings.ts";
