export {
  type BankLoginDeps,
  type KeptAccount,
  sharedAccountOf,
  shownDigitsOf,
} from "./bank-logins.ts";
export { createBankLogin } from "./create-bank-login.ts";
export { loginPayerOf, requireLogins } from "./login-payer.ts";
export { sealedTables } from "./sealed-columns.ts";
