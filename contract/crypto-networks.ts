/** Every network, for schemas and readers, which need no more of it. */
export const cryptoNetworkNames = [
  "ethereum",
  "base",
  "polygon",
  "arbitrum",
  "optimism",
  "bitcoin",
  "tron",
] as const;
/** One of {@link cryptoNetworkNames}. */
export type CryptoNetwork = (typeof cryptoNetworkNames)[number];

/**
 * Networks and what is sent on each. `addresses` names the form of an address there: `evm` (0x and 40
 * hexadecimal digits, EIP-55), `bitcoin` (bech32, bech32m or base58check), `tron` (base58check, T…).
 * Plain data, without the schemas that frames don't load.
 */
export const cryptoNetworks = {
  ethereum: { name: "Ethereum", addresses: "evm", assets: ["USDC", "USDT", "ETH"] },
  base: { name: "Base", addresses: "evm", assets: ["USDC", "ETH"] },
  polygon: { name: "Polygon", addresses: "evm", assets: ["USDC", "USDT"] },
  arbitrum: { name: "Arbitrum One", addresses: "evm", assets: ["USDC", "USDT", "ETH"] },
  optimism: { name: "OP Mainnet", addresses: "evm", assets: ["USDC", "ETH"] },
  bitcoin: { name: "Bitcoin", addresses: "bitcoin", assets: ["BTC"] },
  tron: { name: "Tron", addresses: "tron", assets: ["USDT"] },
} as const satisfies Record<
  CryptoNetwork,
  { name: string; addresses: "evm" | "bitcoin" | "tron"; assets: readonly string[] }
>;

/** Every asset that some network carries, in the order in which they are offered. */
export const cryptoAssets = ["USDC", "USDT", "BTC", "ETH"] as const;
/** One of {@link cryptoAssets}. */
export type CryptoAsset = (typeof cryptoAssets)[number];

/** The networks that carry an asset. */
export function networksOf(asset: CryptoAsset): CryptoNetwork[] {
  return cryptoNetworkNames.filter((network) =>
    (cryptoNetworks[network].assets as readonly string[]).includes(asset),
  );
}
