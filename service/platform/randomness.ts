import { randomFillSync } from "node:crypto";
import { createId, type IdKind, idRandomBytes } from "#contract/ids";
import type { Clock } from "./clock.ts";

/** A source of random bytes, passed in everywhere so that tests can repeat a run. */
export interface Randomness {
  /** Returns `count` new bytes, good enough for keys. The caller owns the array. */
  bytes(count: number): Uint8Array;
}

const poolBytes = 4096;

/**
 * Creates the operating system's randomness. It takes small requests from a pool of 4 KiB, so one
 * system call is enough for about two hundred identifiers. It overwrites bytes in the pool with
 * zeros after use.
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

/** Creates an identifier of `kind` from the given clock and randomness. */
export function newId(deps: { clock: Clock; random: Randomness }, kind: IdKind): string {
  return createId(kind, deps.clock.nowMs(), deps.random.bytes(idRandomBytes));
}

/**
 * Returns `count` random bytes as base64url text, for secrets, keys and nonces. 32 bytes give 43
 * characters.
 */
export function randomToken(random: Randomness, count: number): string {
  return Buffer.from(random.bytes(count)).toString("base64url");
}
