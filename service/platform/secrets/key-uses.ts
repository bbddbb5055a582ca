/**
 * How often a data key has sealed. AES-GCM with random 96-bit nonces is safe for 2^32 seals of one key
 * (NIST SP 800-38D §8.3), so a new version starts long before.
 *
 * The store's count must never be too low, and payments must not write it: each process reserves blocks
 * of uses in the store and counts in memory. What it reserved and did not use is lost when it ends, which
 * only makes the count too high. What it seals before its next round (five seconds) is counted late; a
 * crash loses that much, which the distance between the two limits covers many thousand times.
 */
import type { Database } from "../database/database.ts";

/** A new version starts when so many uses are reserved. */
export const startNewAtUses = 2 ** 31;
/** A key refuses to seal from here on. */
export const mostUses = 2 ** 32 - 2 ** 24;

const leastBlock = 4096;
const mostBlock = 2 ** 20;

/** Counts of one key version in one process. */
export interface KeyUses {
  /** Seals of this process. */
  used: number;
  /** `used` at the last round. */
  usedBefore: number;
  /** Of this process, in the store. */
  reserved: number;
  /** Of all processes, in the store. */
  total: number;
}

/** Names a key version. */
export interface KeyName {
  readonly operatorId: string;
  readonly version: number;
}

/**
 * One round: reserves a block for each key whose reserve has become small. Blocks are four rounds' worth,
 * so a busy process writes every fourth round and an idle one never.
 */
export async function countUses(
  operators: ReadonlyMap<
    string,
    { readonly versions: ReadonlyMap<number, KeyUses & { readonly version: number }> }
  >,
  reserve: (key: KeyName, block: number) => Promise<number | undefined>,
): Promise<void> {
  for (const [operatorId, { versions }] of operators) {
    for (const uses of versions.values()) {
      const lately = uses.used - uses.usedBefore;
      uses.usedBefore = uses.used;
      if (lately === 0 || uses.reserved - uses.used > lately) continue;
      const overdrawn = Math.max(0, uses.used - uses.reserved);
      const block = overdrawn + Math.min(mostBlock, Math.max(leastBlock, 4 * lately));
      const total = await reserve({ operatorId, version: uses.version }, block);
      uses.reserved += block;
      uses.total = Math.max(uses.total, total ?? 0);
    }
  }
}

/** Adds a block to the store's count and gives the sum; undefined for a version that is gone. */
export async function reserveUses(
  database: Database,
  { operatorId, version }: KeyName,
  block: number,
): Promise<number | undefined> {
  const { rows } = await database.run<{ uses: number }>(
    {
      name: "keys.reserve_uses",
      text:
        "update data_keys set uses = uses + $3 where operator_id = $1 and key_version = $2 " +
        "returning uses",
    },
    [operatorId, version, block],
  );
  return rows[0]?.uses;
}
