import { readCryptoAddress } from "#contract/crypto-address";

/** A magic address to send crypto to; every other one is paid after a few seconds. */
export interface CatalogueAddress {
  /** Stable name for tests and links. */
  name: string;
  /** On every network of Ethereum's kind. */
  address: string;
  /** What the payout processor does with it. */
  outcome: "paid" | "declined" | "failed_later" | "pending_forever";
  reasonCode?: string;
  /** What a person sees. */
  description: string;
}

/** The published addresses. */
export const cryptoAddresses: readonly CatalogueAddress[] = [
  at(1, "wallet", "paid", "Arrives after a few confirmations"),
  at(2, "address_refused", "declined", "Refused: the address is on a list", "address_refused"),
  at(3, "network_unavailable", "failed_later", "Fails on the network", "network_unavailable"),
  at(4, "never_confirmed", "pending_forever", "Is never confirmed"),
];

/** What becomes of crypto that is sent there; undefined for an ordinary address. */
export function cryptoAddressOf(address: string): CatalogueAddress | undefined {
  const wanted = address.toLowerCase();
  return cryptoAddresses.find((each) => each.address.toLowerCase() === wanted);
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
  if (address === null) throw new Error(`${plain} is no address`);
  return { name, address, outcome, description, ...(reasonCode ? { reasonCode } : {}) };
}
