import { randomFillSync } from "node:crypto";
import { createId, type IdKind, idRandomBytes } from "#contract/ids";
import type { Clock } from "./clock.ts";

/** A source of random bytes, passed in so that tests can repeat a run. */
export interface Randomness {
  /** Returns bytes that are good enough for keys. The caller owns the array. */
  bytes(count: number): Uint8Array;
}

const poolBytes = 4096;

/**
 * The operating system's randomness. A pool of 4 KiB serves small requests: one system call suffices for about two
 * hundred identifiers. Used bytes are overwritten with zeros.
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

/** A new id of this kind (contract/ids.ts). It sorts by the clock of the business, which a sandbox can move. */
export function newId(deps: { clock: Clock; random: Randomness }, kind: IdKind): string {
  return createId(kind, deps.clock.nowMs(), deps.random.bytes(idRandomBytes));
}

/** Returns `count` random bytes as base64url, for secrets, keys and nonces. 32 bytes give 43 characters. */
export function randomToken(random: Randomness, count: number): string {
  return Buffer.from(random.bytes(count)).toString("base64url");
}
