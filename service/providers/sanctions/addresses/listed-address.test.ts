import { expect, test } from "vitest";
import { canonicalAddress, createAddressIndex } from "./listed-address.ts";

const listed = (address: string, entryId = "1") => ({
  list: "sdn",
  entryId,
  name: "Blue Lagoon Trading",
  currency: "XBT",
  address,
  programs: [],
});
const evm = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
const bech32 = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";
const base58 = "1BoatSLRHtKNngkdXEeobR76b53LETtpyT";
const tron = "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t";

test.each([
  ["an EVM address in lower case", evm.toLowerCase(), true],
  ["an EVM address with EIP-55", evm, true],
  ["an EVM address in capitals", `0X${evm.slice(2).toUpperCase()}`, true],
  ["an EVM address with another digit", `${evm.slice(0, -1)}e`, false],
  ["bech32 in capitals", bech32.toUpperCase(), true],
  ["bech32 in both cases, which is not an address", `B${bech32.slice(1)}`, false],
  ["base58", base58, true],
  ["base58 with another case, which is another address", base58.toLowerCase(), false],
  ["a Tron address", tron, true],
  ["a Tron address in lower case", tron.toLowerCase(), false],
  ["white space around it", ` ${base58}\n`, true],
])("finds %s: %s", (_, address, isFound) => {
  const index = createAddressIndex([evm, bech32, base58, tron].map((each) => listed(each)));
  expect(index.find(address).length > 0).toBe(isFound);
});

test("finds every entry that has the address", () => {
  const index = createAddressIndex([listed(evm, "1"), listed(evm.toLowerCase(), "2")]);
  expect(index.find(evm).map(({ entryId }) => entryId)).toEqual(["1", "2"]);
});

test("does not change the case of other kinds of addresses", () => {
  expect(canonicalAddress("44AFFq5kSiGBoZ4NMDwYtN18obc8Aems")).toBe(
    "44AFFq5kSiGBoZ4NMDwYtN18obc8Aems",
  );
});
