export { minTransfer, toUnits } from "./amounts.ts";
export type { CoinsTimes, DepositListener, DepositUpdate } from "./coins-deps.ts";
export { type CoinsSettings, coinsSettings } from "./coins-settings.ts";
export { type Coins, createCoins } from "./create-coins.ts";
export type { DepositView } from "./deposit-view.ts";
export type { DepositTerms } from "./open-deposit.ts";
export { depositLedgerSource } from "./post-deposit.ts";
export { type ArrivedAsset, type Receipt, readReceipt } from "./receipts.ts";
export type { SeenTransfer, StrayDeposit, StrayReason } from "./stray-deposits.ts";
