/**
 * Counts each data key's seals. AES-GCM with random 96-bit nonces is safe for 2^32 seals per key (NIST SP 800-38D
 * §8.3); a new version starts long before.
 *
 * The stored count must never be too low, and payments must not write it. So each process reserves blocks of uses in
 * the store and counts in memory; an unused reserve only makes the count too high. Seals before the next round (five
 * seconds) count late, and a crash loses them; the gap between the two limits is many thousand times larger.
 */
import type { Database } from "../database/database.ts";

/** A new version starts when this many uses are reserved. */
export const startNewAtUses = 2 ** 31;
/** A key refuses to seal from this number on. */
export const maxUses = 2 ** 32 - 2 ** 24;

const minBlock = 4096;
const maxBlock = 2 ** 20;

/** One key version's counts in one process. */
export interface KeyUses {
  /** Seals by this process. */
  used: number;
  /** `used` at the last round. */
  usedBefore: number;
  /** Uses that this process has reserved in the store. */
  reserved: number;
  /** Uses that all processes have reserved. */
  total: number;
}

export interface KeyName {
  readonly operatorId: string;
  readonly version: number;
}

/**
 * Runs one round: reserves a block for each key with a low reserve. A block lasts four rounds, so a busy process writes
 * every fourth round and an idle one never.
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
      const recent = uses.used - uses.usedBefore;
      uses.usedBefore = uses.used;
      if (recent === 0 || uses.reserved - uses.used > recent) continue;
      const overdrawn = Math.max(0, uses.used - uses.reserved);
      const block = overdrawn + Math.min(maxBlock, Math.max(minBlock, 4 * recent));
      const total = await reserve({ operatorId, version: uses.version }, block);
      uses.reserved += block;
      uses.total = Math.max(uses.total, total ?? 0);
    }
  }
}

/** Adds a block and returns the sum. Undefined if the version no longer exists. */
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
