export { type Crypto, createCrypto } from "./create-crypto.ts";
export type { CryptoTimes, DepositListener, DepositNews } from "./crypto-deps.ts";
export type { DepositView } from "./deposit-view.ts";
export type { DepositTerms } from "./open-deposit.ts";
export type { SeenTransfer, StrayDeposit, StrayReason } from "./stray-deposits.ts";
