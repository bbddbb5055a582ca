/** Deposits as the service returns them, for the gallery and tests. */
import type { CryptoDepositAction } from "#contract/client/payments";

const address = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";

/** 52.459017 USDC on Base, of which nothing has arrived. */
export function exampleDeposit(change: Partial<CryptoDepositAction> = {}): CryptoDepositAction {
  return {
    type: "crypto_deposit",
    asset: "USDC",
    network: "base",
    address,
    amount: "52.459017",
    received: "0",
    missing: "52.459017",
    uri: `ethereum:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913@8453/transfer?address=${address}&uint256=52459017`,
    state: "waiting",
    confirmations: 0,
    requiredConfirmations: 12,
    rate: "held",
    expiresAt: "2026-11-22T03:15:00.000Z",
    ...change,
  };
}
