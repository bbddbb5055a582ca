import type { CryptoAsset } from "#contract/crypto-networks";

/** Full names of assets, the same in every language. */
export const assetNames: Readonly<Record<CryptoAsset, string>> = {
  USDC: "USD Coin",
  USDT: "Tether",
  BTC: "Bitcoin",
  ETH: "Ether",
};
