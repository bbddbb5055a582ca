import { type CryptoNetwork, cryptoNetworks } from "#contract/crypto-networks";

/** A crypto network's name; its code if it is one that this page does not know. */
export function networkName(network: string): string {
  return Object.hasOwn(cryptoNetworks, network)
    ? cryptoNetworks[network as CryptoNetwork].name
    : network;
}
