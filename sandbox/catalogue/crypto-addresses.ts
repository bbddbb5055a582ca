import { readCryptoAddress } from "#contract/crypto-address";

/** A test address for crypto payouts. Any other address is paid after a few seconds. */
export interface CatalogueAddress {
  /** Stable, for tests and links. */
  name: string;
  /** Valid on every EVM network. */
  address: string;
  outcome: "paid" | "declined" | "failed_later" | "pending_forever";
  reasonCode?: string;
  description: string;
}

export const cryptoAddresses: readonly CatalogueAddress[] = [
  at(1, "wallet", "paid", "Paid after a few confirmations"),
  at(
    2,
    "address_refused",
    "declined",
    "Refused: the address is on a block list",
    "address_refused",
  ),
  at(3, "network_unavailable", "failed_later", "Fails on the network", "network_unavailable"),
  at(4, "never_confirmed", "pending_forever", "Never confirmed"),
];

export function cryptoAddressOf(address: string): CatalogueAddress | undefined {
  const wanted = address.toLowerCase();
  return cryptoAddresses.find((cryptoAddress) => cryptoAddress.address.toLowerCase() === wanted);
}

function at(
  index: number,
  name: string,
  outcome: CatalogueAddress["outcome"],
  description: string,
  reasonCode?: string,
): CatalogueAddress {
  const plain = `0x7e55e2a0${String(index).padStart(32, "0")}`;
  const { address } = readCryptoAddress(plain, "ethereum");
  if (address === null) throw new Error(`${plain} is not an address`);
  return { name, address, outcome, description, ...(reasonCode ? { reasonCode } : {}) };
}
