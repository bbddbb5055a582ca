import { createHash } from "node:crypto";
import { secp256k1 } from "@noble/curves/secp256k1.js";
import { keccak_256 } from "@noble/hashes/sha3.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { bech32 } from "@scure/base";
import { readCryptoAddress } from "#contract/crypto-address";
import type { Tx } from "../../platform/database/transaction.ts";
import type { ChainConfig } from "./coins-settings.ts";
import { bitcoinChains, canonicalKey, readExtendedKey } from "./extended-keys.ts";

/** BIP-32 reserves the upper half for hardened keys, which a public key cannot derive. */
const maxIndexes = 2 ** 31;

/**
 * `…/0/index` of an account's extended public key, in lower case: by BIP-44 on EVM networks, by BIP-84
 * on Bitcoin (P2WPKH, bech32). Spending needs the account's seed, which the service does not have.
 */
export function addressAt(
  { network, chainId, xpub }: Pick<ChainConfig, "network" | "chainId" | "xpub">,
  index: number,
): string {
  const { publicKey, identifier } = readExtendedKey(xpub).deriveChild(0).deriveChild(index);
  if (!publicKey || !identifier) throw new Error("the extended public key derives no addresses");
  if (network === "bitcoin") {
    const prefix = bitcoinChains[chainId];
    if (prefix === undefined) throw new Error(`${chainId} is not a Bitcoin chain`);
    return bech32.encode(prefix, [0, ...bech32.toWords(identifier)]);
  }
  const point = secp256k1.Point.fromBytes(publicKey).toBytes(false);
  return `0x${bytesToHex(keccak_256(point.subarray(1)).subarray(-20))}`;
}

/** Adds the checksum (EIP-55) that people see. bech32 has its own checksum. */
export function toShownAddress(address: string): string {
  if (!address.startsWith("0x")) return address;
  const read = readCryptoAddress(address, "ethereum");
  if (read.address === null) throw new Error("not an EVM address");
  return read.address;
}

/** The caller owns the index if its transaction commits. */
export async function takeAddressIndex(tx: Tx, xpub: string): Promise<number> {
  const keyHash = createHash("sha256").update(canonicalKey(xpub)).digest("hex");
  const { next_index } = await tx
    .insertInto("crypto_address_heads")
    .values({ key_hash: keyHash, next_index: 1 })
    .onConflict((conflict) =>
      conflict
        .column("key_hash")
        .doUpdateSet((eb) => ({ next_index: eb("crypto_address_heads.next_index", "+", 1) })),
    )
    .returning("next_index")
    .executeTakeFirstOrThrow();
  if (next_index > maxIndexes) throw new Error("the extended public key has no addresses left");
  return next_index - 1;
}
