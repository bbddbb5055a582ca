export { type BankDirectory, openBankDirectory, sandboxBanksPath } from "./bank-directory.ts";
export { type BankDirectorySettings, bankDirectorySettings } from "./bank-directory-settings.ts";
