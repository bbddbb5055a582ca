export { type BankLoginSettings, bankLoginSettings } from "./bank-login-settings.ts";
export {
  type BankConnection,
  type BankOAuth,
  type BegunConsent,
  createBankOAuth,
} from "./bank-oauth.ts";
