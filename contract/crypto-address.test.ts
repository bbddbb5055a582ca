import { describe, expect, test } from "vitest";
import { readCryptoAddress } from "./crypto-address.ts";
import { type CryptoNetwork, cryptoNetworks } from "./crypto-networks.ts";

/** Valid addresses from EIP-55, BIP 173, BIP 350 and the networks' documentation. */
const valid: [CryptoNetwork, string][] = [
  ["bitcoin", "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2"],
  ["bitcoin", "3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy"],
  ["bitcoin", "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"],
  ["bitcoin", "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0"],
  ["ethereum", "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"],
  ["polygon", "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359"],
  ["base", "0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb"],
  ["tron", "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t"],
];

test.each(valid)("a valid %s address is accepted unchanged: %s", (network, address) => {
  expect(readCryptoAddress(address, network)).toEqual({ address, problem: null });
});

test.each(valid)("a changed character in a %s address is detected: %s", (network, address) => {
  const at = 20;
  const other = address[at] === "q" ? "p" : address[at]?.toLowerCase() === "a" ? "b" : "a";
  const wrong = `${address.slice(0, at)}${other}${address.slice(at + 1)}`;
  expect(readCryptoAddress(wrong, network).address, wrong).toBeNull();
});

test("an address of another network family is refused, and its family named", () => {
  for (const [network, address] of valid) {
    const family = cryptoNetworks[network].addresses;
    for (const other of Object.keys(cryptoNetworks) as CryptoNetwork[]) {
      if (cryptoNetworks[other].addresses === family) continue;
      expect(readCryptoAddress(address, other), `${address} on ${other}`).toMatchObject({
        address: null,
        problem: "wrong_network",
        belongsTo: family,
      });
    }
  }
});

describe("pasted text", () => {
  test("white space, line breaks and wallet links are removed", () => {
    const address = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";
    for (const pasted of [
      ` ${address}\n`,
      "bc1q w508 d6qe jxtd g4y5 r3za rvar y0c5 xw7k v8f3 t4",
      `bitcoin:${address}?amount=0.1&label=Me`,
      address.toUpperCase(),
    ]) {
      expect(readCryptoAddress(pasted, "bitcoin").address, pasted).toBe(address);
    }
    expect(
      readCryptoAddress("ethereum:0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed@1", "ethereum")
        .address,
    ).toBe("0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed");
  });

  test("an Ethereum address without a checksum gets one", () => {
    const address = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
    expect(readCryptoAddress(address.toLowerCase(), "ethereum").address).toBe(address);
    expect(readCryptoAddress(`0x${address.slice(2).toUpperCase()}`, "base").address).toBe(address);
  });
});

test.each([
  ["", "bitcoin", "empty"],
  ["0x5aaeb6053F3E94C9b9A09f33669435E7Ef1BeAed", "ethereum", "checksum"],
  ["0x5aAeb6053F3E94C9b9A09f3366", "ethereum", "length"],
  ["0x0000000000000000000000000000000000000000", "ethereum", "burn"],
  ["my wallet", "ethereum", "characters"],
  ["mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn", "bitcoin", "test_network"],
  ["tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx", "bitcoin", "test_network"],
  // Version 0 with bech32m's checksum, which BIP 350 forbids.
  ["bc1q0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq24jc47", "bitcoin", "checksum"],
  ["bc1qw508d6qej", "bitcoin", "length"],
  ["T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb", "tron", "burn"],
  ["TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6", "tron", "length"],
] as const)("%s on %s: %s", (text, network, problem) => {
  expect(readCryptoAddress(text, network)).toMatchObject({ address: null, problem });
});

test("a Solana address is recognized on every network", () => {
  const address = "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v";
  for (const network of Object.keys(cryptoNetworks) as CryptoNetwork[]) {
    expect(readCryptoAddress(address, network)).toMatchObject({
      problem: "wrong_network",
      belongsTo: "solana",
    });
  }
});
