export { type BankDirectory, openBankDirectory, sandboxBanksPath } from "./bank-directory.ts";
