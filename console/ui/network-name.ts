import { type CryptoNetwork, cryptoNetworks } from "#contract/crypto-networks";

/** The network's name; its code if this page does not know it. */
export function networkName(network: string): string {
  return Object.hasOwn(cryptoNetworks, network)
    ? cryptoNetworks[network as CryptoNetwork].name
    : network;
}
