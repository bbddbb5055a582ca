import { createHash } from "node:crypto";
import { secp256k1 } from "@noble/curves/secp256k1.js";
import { keccak_256 } from "@noble/hashes/sha3.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { bech32 } from "@scure/base";
import { readCryptoAddress } from "#contract/crypto-address";
import type { Tx } from "../../platform/database/transaction.ts";
import type { ChainConfig } from "./coins-settings.ts";
import { bitcoinChains, keyOfCount, readExtendedKey } from "./extended-keys.ts";

/** BIP-32 leaves the upper half for hardened keys, which a public key can't make. */
const mostIndexes = 2 ** 31;

/**
 * The address with this index below an extended public key of an account (`…/0/index`), in lower case: on
 * networks of Ethereum's kind of BIP-44, on Bitcoin of BIP-84 (P2WPKH, bech32). Whoever has the account's
 * seed can spend from it; here nobody can.
 */
export function addressAt(
  { network, chainId, xpub }: Pick<ChainConfig, "network" | "chainId" | "xpub">,
  index: number,
): string {
  const { publicKey, identifier } = readExtendedKey(xpub).deriveChild(0).deriveChild(index);
  if (!publicKey || !identifier) throw new Error("the extended public key gives no addresses");
  if (network === "bitcoin") {
    const prefix = bitcoinChains[chainId];
    if (prefix === undefined) throw new Error(`${chainId} is no chain of Bitcoin`);
    return bech32.encode(prefix, [0, ...bech32.toWords(identifier)]);
  }
  const point = secp256k1.Point.fromBytes(publicKey).toBytes(false);
  return `0x${bytesToHex(keccak_256(point.subarray(1)).subarray(-20))}`;
}

/** The address as people are shown it: with its checksum (EIP-55); bech32 has its own. */
export function toShownAddress(address: string): string {
  if (!address.startsWith("0x")) return address;
  const read = readCryptoAddress(address, "ethereum");
  if (read.address === null) throw new Error("that is no address of Ethereum's kind");
  return read.address;
}

/** An index that nobody has had: theirs who take it now, if the transaction lasts. */
export async function takeAddressIndex(tx: Tx, xpub: string): Promise<number> {
  const keyHash = createHash("sha256").update(keyOfCount(xpub)).digest("hex");
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
  if (next_index > mostIndexes) throw new Error("the extended public key has no addresses left");
  return next_index - 1;
}
