/** Invented crypto addresses on the sandbox's sanctions list. Nobody has their keys. */
export interface SanctionedAddress {
  /** Stable, for tests and links. */
  readonly name: string;
  /** The listed person (sanctioned-persons.ts) or company (from 910001). */
  readonly uid: number;
  readonly currency: string;
  readonly address: string;
  readonly description: string;
}

/** One address of each form: case checksum, lower case, bech32, base58. */
export const sanctionedAddresses: readonly SanctionedAddress[] = [
  {
    name: "listed_person",
    uid: 900_001,
    currency: "ETH",
    address: "0x7e55e2A100000000000000000000000000000001",
    description: "A listed person's address, on every EVM network",
  },
  {
    name: "listed_company",
    uid: 910_001,
    currency: "USDC",
    address: "0x7e55e2a100000000000000000000000000000002",
    description: "A listed company's address, on every EVM network",
  },
  {
    name: "listed_bech32",
    uid: 910_001,
    currency: "XBT",
    address: "bc1qtfsksmmk0kzghy5e5zn6adduc09drkxldqn2m7",
    description: "A listed company's address, on Bitcoin",
  },
  {
    name: "listed_base58",
    uid: 910_001,
    currency: "XBT",
    address: "19EtWHhCB57KAdF5TJ4NjnSFCjozgXTMXD",
    description: "A listed company's address, on Bitcoin",
  },
  {
    name: "listed_tron",
    uid: 910_001,
    currency: "TRX",
    address: "TJD6WM4vKoEGKoJi3Zi6Fw8P7XZJwQ3oVa",
    description: "A listed company's address, on Tron",
  },
];
