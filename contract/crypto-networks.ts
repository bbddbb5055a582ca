/** Names of all networks, for schemas and readers that need nothing else. */
export const cryptoNetworkNames = [
  "ethereum",
  "base",
  "polygon",
  "arbitrum",
  "optimism",
  "bitcoin",
  "tron",
] as const;
export type CryptoNetwork = (typeof cryptoNetworkNames)[number];

/**
 * `addresses` is the format: `evm` (0x and 40 hexadecimal digits, EIP-55), `bitcoin` (bech32, bech32m or base58check),
 * `tron` (base58check, T…). Plain data, because frames do not load the schemas.
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

/** Every supported asset, in display order. */
export const cryptoAssets = ["USDC", "USDT", "BTC", "ETH"] as const;
export type CryptoAsset = (typeof cryptoAssets)[number];

export function networksOf(asset: CryptoAsset): CryptoNetwork[] {
  return cryptoNetworkNames.filter((network) =>
    (cryptoNetworks[network].assets as readonly string[]).includes(asset),
  );
}

/** Decimals of one whole unit on the chain. */
export const assetDecimals: Readonly<Record<CryptoAsset, number>> = {
  USDC: 6,
  USDT: 6,
  ETH: 18,
  BTC: 8,
};
