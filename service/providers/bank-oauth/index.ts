export { type BankConnection, type BankOAuth, createBankOAuth } from "./bank-oauth.ts";
