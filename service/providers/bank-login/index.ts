export type { BankLoginOutcome, BankLoginProvider } from "./bank-login-provider.ts";
export { createOAuthBankLogin } from "./oauth-bank-login.ts";
