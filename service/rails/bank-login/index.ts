export { type BankLoginDeps, sharedAccountOf } from "./bank-logins.ts";
export { bankLoginJobs, createBankLogin, registerBankLogin } from "./create-bank-login.ts";
