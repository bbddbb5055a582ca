export {
  type BankLoginDeps,
  holdSharedAccount,
  sharedAccountOf,
  shownDigitsOf,
} from "./bank-logins.ts";
export { createBankLogin } from "./create-bank-login.ts";
export { deleteBankLogins } from "./end-logins.ts";
export type { KeptAccount } from "./login-contents.ts";
export { loginPayerOf, requireLogins } from "./login-payer.ts";
export { sealedTables } from "./sealed-columns.ts";
