import { expect, test } from "vitest";
import { sandboxBitcoin, sandboxChain } from "#contract/connectors/sandbox-chain";
import { addressAt, toShownAddress } from "./addresses.ts";

test.each([
  // Test vectors of BIP-84.
  [0, "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu"],
  [1, "bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g"],
])(
  "Bitcoin address %i is the one of BIP-84, in either notation of the account key",
  (index, wanted) => {
    const account = {
      network: "bitcoin",
      chainId: "bip122:000000000019d6689c085ae165831e93",
      xpub: "zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs",
    } as const;
    expect(addressAt(account, index)).toBe(wanted);
    expect(toShownAddress(wanted)).toBe(wanted);
  },
);

test("a test network has its own address prefix, so no real money goes there", () => {
  const { network, chainId, xpub } = sandboxBitcoin;
  expect(addressAt({ network, chainId, xpub }, 0)).toMatch(/^bcrt1q[02-9ac-hj-np-z]{38}$/);
  expect(() => addressAt({ network, chainId: "bip122:1", xpub }, 0)).toThrow(/not a Bitcoin chain/);
});

test("an EVM address is shown with its checksum", () => {
  // Account 1 of the mnemonic that all local development chains use.
  const { network, xpub } = sandboxChain;
  const address = addressAt({ network, chainId: "eip155:1", xpub }, 0);
  expect(address).toMatch(/^0x[0-9a-f]{40}$/);
  expect(toShownAddress(address).toLowerCase()).toBe(address);
  expect(toShownAddress("0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed")).toBe(
    "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
  );
});
