import { createHash } from "node:crypto";
import { secp256k1 } from "@noble/curves/secp256k1.js";
import { keccak_256 } from "@noble/hashes/sha3.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { HDKey } from "@scure/bip32";
import { readCryptoAddress } from "../../contract/crypto-address.ts";
import type { Tx } from "../platform/database/transaction.ts";

/** BIP-32 leaves the upper half for hardened keys, which a public key can't make. */
const mostIndexes = 2 ** 31;

/**
 * The address with this index below an extended public key of an account (BIP-44, `…/0/index`), on
 * networks of Ethereum's kind; lower case. Whoever has the account's seed can spend from it; here nobody
 * can.
 */
export function addressAt(xpub: string, index: number): string {
  const { publicKey } = HDKey.fromExtendedKey(xpub).deriveChild(0).deriveChild(index);
  if (publicKey === null) throw new Error("the extended public key gives no addresses");
  const point = secp256k1.Point.fromBytes(publicKey).toBytes(false);
  return `0x${bytesToHex(keccak_256(point.subarray(1)).subarray(-20))}`;
}

/** The address with its checksum, as people are shown it (EIP-55). */
export function toShownAddress(address: string): string {
  const read = readCryptoAddress(address, "ethereum");
  if (read.address === null) throw new Error("that is no address of Ethereum's kind");
  return read.address;
}

/** An index that nobody has had: theirs who take it now, if the transaction lasts. */
export async function takeAddressIndex(tx: Tx, xpub: string): Promise<number> {
  const keyHash = createHash("sha256").update(xpub).digest("hex");
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
