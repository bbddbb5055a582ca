export type { BankLoginOutcome, BankLoginProvider, BegunLogin } from "./bank-login-provider.ts";
export { createOAuthBankLogin } from "./oauth-bank-login.ts";
