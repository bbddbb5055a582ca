/**
 * What can be paid out in crypto, and on which networks. Plain data for both sides; which of these an
 * operator offers is told by the session.
 */

/** How a network's addresses are built. */
export type AddressFamily = "bitcoin" | "evm" | "solana" | "tron";

/** A network by the name that goes over the wire. */
export type CryptoNetwork = "bitcoin" | "ethereum" | "polygon" | "base" | "solana" | "tron";

/** An asset by its ticker, as it goes over the wire. */
export type CryptoAsset = "BTC" | "ETH" | "USDC" | "USDT";

/** Every network, with its name for people. */
export const cryptoNetworks: Readonly<
  Record<CryptoNetwork, { readonly name: string; readonly family: AddressFamily }>
> = {
  bitcoin: { name: "Bitcoin", family: "bitcoin" },
  ethereum: { name: "Ethereum", family: "evm" },
  polygon: { name: "Polygon", family: "evm" },
  base: { name: "Base", family: "evm" },
  solana: { name: "Solana", family: "solana" },
  tron: { name: "Tron", family: "tron" },
};

/** Every asset with its name and the networks that it is sent on, the usual one first. */
export const cryptoAssets: Readonly<
  Record<CryptoAsset, { readonly name: string; readonly networks: readonly CryptoNetwork[] }>
> = {
  BTC: { name: "Bitcoin", networks: ["bitcoin"] },
  ETH: { name: "Ether", networks: ["ethereum", "base"] },
  USDC: { name: "USD Coin", networks: ["ethereum", "base", "polygon", "solana"] },
  USDT: { name: "Tether", networks: ["tron", "ethereum"] },
};
