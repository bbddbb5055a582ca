import { randomFillSync } from "node:crypto";
import { createId, type IdKind, idRandomBytes } from "#contract/ids";
import type { Clock } from "./clock.ts";

/** Random bytes, passed in everywhere so that tests can repeat a run. */
export interface Randomness {
  /** `count` fresh bytes, fit for keys. The array is the caller's own. */
  bytes(count: number): Uint8Array;
}

const poolBytes = 4096;

/**
 * The operating system's randomness. Small requests are cut from a pool that is filled 4 KiB at a
 * time: one system call for some two hundred identifiers. Bytes are zeroed in the pool once given.
 */
export function createSystemRandomness(): Randomness {
  const pool = Buffer.allocUnsafeSlow(poolBytes);
  let used = poolBytes;
  return {
    bytes(count) {
      if (count > poolBytes) return randomFillSync(new Uint8Array(count));
      if (used + count > poolBytes) {
        randomFillSync(pool);
        used = 0;
      }
      const taken = Uint8Array.prototype.slice.call(pool, used, used + count);
      pool.fill(0, used, used + count);
      used += count;
      return taken;
    },
  };
}

/** A new identifier of `kind` from the given clock and randomness. */
export function newId(deps: { clock: Clock; random: Randomness }, kind: IdKind): string {
  return createId(kind, deps.clock.nowMs(), deps.random.bytes(idRandomBytes));
}

/** `count` random bytes as base64url text: secrets, keys, nonces. 32 bytes give 43 characters. */
export function randomToken(random: Randomness, count: number): string {
  return Buffer.from(random.bytes(count)).toString("base64url");
}
