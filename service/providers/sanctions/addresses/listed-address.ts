/**
 * Crypto addresses on sanctions lists. OFAC publishes them as ids of an entry, such as `Digital Currency Address -
 * XBT`. Companies have such ids too, so the addresses are kept apart from the persons, whose names are compared.
 */

/** An address of a listed person or company, as published. */
export interface ListedAddress {
  /** The entry's list, such as `sdn`. */
  readonly list: string;
  readonly entryId: string;
  /** The entry's primary name, in reading order. */
  readonly name: string;
  /** OFAC's code, such as `XBT` or `USDC`. */
  readonly currency: string;
  readonly address: string;
  readonly programs: readonly string[];
}

/** An address that money goes to or came from. */
export interface CryptoDestination {
  readonly network: string;
  readonly address: string;
  readonly use: "payout" | "refund" | "deposit";
}

/** Finds the entries that list an address. */
export interface AddressIndex {
  find(address: string): readonly ListedAddress[];
}

/**
 * The form in which addresses are compared. Ethereum-like hexadecimal addresses carry a checksum in their case
 * (EIP-55), and bech32 ones may be in capitals (BIP 173): both become lower case. Others, such as base58, stay as they
 * are.
 *
 * OFAC's currency is not compared: a key has the same address on every Ethereum-like network.
 */
export function canonicalAddress(address: string): string {
  const text = address.trim();
  const isEvm = /^0x[0-9a-f]{40}$/i.test(text);
  return isEvm || isBech32(text) ? text.toLowerCase() : text;
}

/** Whether it is a bech32 address of Bitcoin, Litecoin or their test networks. Mixed case is invalid. */
function isBech32(text: string): boolean {
  const isOneCase = text === text.toLowerCase() || text === text.toUpperCase();
  return isOneCase && /^(bc|tb|bcrt|ltc|tltc)1[ac-hj-np-z02-9]{6,90}$/i.test(text);
}

/** Builds an index in memory. Addresses match in every notation, see {@link canonicalAddress}. */
export function createAddressIndex(all: readonly ListedAddress[]): AddressIndex {
  const byAddress = new Map<string, ListedAddress[]>();
  for (const listed of all) {
    const key = canonicalAddress(listed.address);
    const known = byAddress.get(key);
    if (known) known.push(listed);
    else byAddress.set(key, [listed]);
  }
  return { find: (address) => byAddress.get(canonicalAddress(address)) ?? [] };
}
