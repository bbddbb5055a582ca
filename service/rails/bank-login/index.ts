export { type BankLoginDeps, sharedAccountOf, shownDigitsOf } from "./bank-logins.ts";
export { createBankLogin } from "./create-bank-login.ts";
export { sealedTables } from "./sealed-columns.ts";
