import type { CryptoAsset } from "#contract/crypto-networks";

/** The names are the same in every language. */
export const assetNames: Readonly<Record<CryptoAsset, string>> = {
  USDC: "USD Coin",
  USDT: "Tether",
  BTC: "Bitcoin",
  ETH: "Ether",
};
