import { sha256 } from "@noble/hashes/sha2.js";
import { keccak_256 } from "@noble/hashes/sha3.js";
import { utf8ToBytes } from "@noble/hashes/utils.js";
import { base58, bech32, bech32m, createBase58check } from "@scure/base";
import { type CryptoNetwork, cryptoNetworks } from "./crypto-networks.ts";

/** `solana` is not supported; it only lets a refusal name the network of a pasted Solana address. */
export type AddressFamily = (typeof cryptoNetworks)[CryptoNetwork]["addresses"] | "solana";

/**
 * A normalized address, or why the text is not one: `empty`; `characters` (some that no address has); `length`
 * (truncated, or pasted twice); `checksum` (a typo); `test_network`; `burn` (nobody has its key); `wrong_network` (a
 * valid address of `belongsTo`).
 */
export type CryptoAddressReading =
  | { readonly address: string; readonly problem: null }
  | {
      readonly address: null;
      readonly problem:
        | "empty"
        | "characters"
        | "length"
        | "checksum"
        | "test_network"
        | "burn"
        | "wrong_network";
      readonly belongsTo?: AddressFamily;
    };

type Problem = Exclude<CryptoAddressReading["problem"], null | "wrong_network">;
type Verdict = { readonly address: string } | { readonly problem: Problem };

const base58check = createBase58check(sha256);
const alphabets: Readonly<Record<AddressFamily, RegExp>> = {
  bitcoin: /^[0-9A-Za-z]+$/,
  evm: /^0x[0-9a-fA-F]*$/,
  solana: /^[1-9A-HJ-NP-Za-km-z]+$/,
  tron: /^[1-9A-HJ-NP-Za-km-z]+$/,
};

const families: Readonly<Record<AddressFamily, (text: string) => Verdict>> = {
  bitcoin: readBitcoin,
  evm: readEvm,
  solana: readSolana,
  tron: readTron,
};

/**
 * Reads an address: Bitcoin with base58check and bech32(m) (BIP 173, BIP 350), EVM networks with EIP-55, Tron with
 * base58check. Removes pasted white space and the scheme and query of a wallet link.
 */
export function readCryptoAddress(pasted: string, network: CryptoNetwork): CryptoAddressReading {
  const text = bareAddress(pasted);
  if (text === "") return { address: null, problem: "empty" };
  const family: AddressFamily = cryptoNetworks[network].addresses;
  const verdict = families[family](text);
  if ("address" in verdict) return { address: verdict.address, problem: null };
  if (verdict.problem !== "test_network" && verdict.problem !== "burn") {
    const belongsTo = (Object.keys(families) as AddressFamily[]).find(
      (other) => other !== family && "address" in families[other](text),
    );
    if (belongsTo) return { address: null, problem: "wrong_network", belongsTo };
  }
  const { problem } = verdict;
  return { address: null, problem: alphabets[family].test(text) ? problem : "characters" };
}

/** Strips white space and a wallet link (BIP-321, ERC-681). */
function bareAddress(pasted: string): string {
  return pasted
    .replace(/[\s\u200b\u2060\ufeff]/g, "")
    .replace(/^(bitcoin|ethereum|solana|tron):(pay-)?/i, "")
    .replace(/[?@/].*$/, "");
}

function readEvm(text: string): Verdict {
  if (!/^0x[0-9a-f]{40}$/i.test(text)) return { problem: "length" };
  const hex = text.slice(2).toLowerCase();
  // Precompiled contracts have the lowest addresses.
  if (/^0{38}/.test(hex)) return { problem: "burn" };
  const hash = keccak_256(utf8ToBytes(hex));
  const cased = [...hex]
    .map((character, index) => {
      const nibble = ((hash[index >> 1] ?? 0) >> (index % 2 === 0 ? 4 : 0)) & 15;
      return nibble >= 8 ? character.toUpperCase() : character;
    })
    .join("");
  const written = text.slice(2);
  const hasCase = written !== hex && written !== hex.toUpperCase();
  return hasCase && written !== cased ? { problem: "checksum" } : { address: `0x${cased}` };
}

function readBitcoin(text: string): Verdict {
  if (/^(tb1|bcrt1)/i.test(text)) return { problem: "test_network" };
  return /^bc1/i.test(text) ? readSegwit(text) : readBitcoinBase58(text);
}

/** Reads a segwit address. Version 0 uses bech32 and 20 or 32 bytes, later versions use bech32m (BIP 350). */
function readSegwit(text: string): Verdict {
  if (text.length < 14) return { problem: "length" };
  for (const [code, fits] of [
    [bech32, (version: number) => version === 0],
    [bech32m, (version: number) => version >= 1 && version <= 16],
  ] as const) {
    const decoded = code.decodeUnsafe(text, 90);
    const version = decoded?.words[0] ?? -1;
    if (decoded?.prefix !== "bc" || !fits(version)) continue;
    const program = code.fromWordsUnsafe(decoded.words.slice(1));
    const length = program?.length ?? 0;
    const isValidLength =
      version === 0 ? length === 20 || length === 32 : length >= 2 && length <= 40;
    return isValidLength ? { address: text.toLowerCase() } : { problem: "length" };
  }
  return { problem: text.length < 42 ? "length" : "checksum" };
}

function readBitcoinBase58(text: string): Verdict {
  const bytes = decodeBase58check(text);
  const [version] = bytes ?? [];
  if (bytes?.length === 21 && (version === 0 || version === 5)) return { address: text };
  if (bytes?.length === 21 && (version === 111 || version === 196)) {
    return { problem: "test_network" };
  }
  return { problem: text.length < 26 || text.length > 35 ? "length" : "checksum" };
}

function readTron(text: string): Verdict {
  const bytes = decodeBase58check(text);
  if (bytes?.length === 21 && bytes[0] === 0x41) {
    return bytes.slice(1).every((byte) => byte === 0) ? { problem: "burn" } : { address: text };
  }
  return { problem: text.length === 34 ? "checksum" : "length" };
}

/** Reads a Solana address: 32 bytes without a checksum. */
function readSolana(text: string): Verdict {
  if (text.length < 32 || text.length > 44) return { problem: "length" };
  try {
    const bytes = base58.decode(text);
    if (bytes.length !== 32) return { problem: "length" };
    return bytes.every((byte) => byte === 0) ? { problem: "burn" } : { address: text };
  } catch {
    return { problem: "checksum" };
  }
}

function decodeBase58check(text: string): Uint8Array | null {
  try {
    return base58check.decode(text);
  } catch {
    return null;
  }
}
