export {
  type BankConnection,
  type BankOAuth,
  type BegunConsent,
  createBankOAuth,
} from "./bank-oauth.ts";
