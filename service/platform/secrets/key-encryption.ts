import { hkdfSync } from "node:crypto";
import type { Randomness } from "../randomness.ts";
import { hashSecret } from "./hash-secret.ts";
import { SealBroken, seal, unseal } from "./seal.ts";

/** A key as it is stored. `kekId` null: stored before key-encryption keys had ids. */
export interface WrappedKey {
  readonly kekId: string | null;
  readonly blob: string;
}

/**
 * The key-encryption keys, which encrypt other keys and never data. One is current and wraps; the
 * others only unwrap. A key management service fits behind it: `context` is its encryption context.
 */
export interface KeyEncryption {
  readonly currentId: string;
  /** All that can unwrap, the current one first. */
  readonly ids: readonly string[];
  /** Wraps 32 bytes for one place (`context`) under the current key. */
  wrap(key: Uint8Array, context: string): Promise<WrappedKey & { kekId: string }>;
  /** Throws {@link KeyNotConfigured} when none of the keys wrapped it, `SealBroken` when it was changed. */
  unwrap(wrapped: WrappedKey, context: string): Promise<Uint8Array>;
  /** The same key under the current one. Throws what `unwrap` throws. */
  rewrap(wrapped: WrappedKey, context: string): Promise<WrappedKey & { kekId: string }>;
  /**
   * Databases that were set up before key-encryption keys had ids derived the service's index key from
   * the only one. `check` is what they stored to recognise it; undefined: none of the keys is that one.
   */
  firstServiceKey(check: string): Uint8Array | undefined;
}

/** A key in the database is wrapped by a key-encryption key that this process was not given. */
export class KeyNotConfigured extends Error {
  override name = "KeyNotConfigured";
  readonly code = "key_encryption_key_not_configured";
  constructor(kekId: string | null, configured: readonly string[]) {
    super(
      `the database holds keys that are wrapped by the key-encryption key ${kekId ?? "of its first start"}, ` +
        `which is not configured (configured: ${configured.join(", ")}); add it to ` +
        "TESSERA_KEY_ENCRYPTION_KEY behind the current key, or to TESSERA_KEY_ENCRYPTION_KEY_FILE",
    );
  }
}

const derive = (key: Uint8Array, purpose: string, bytes: number) =>
  new Uint8Array(hkdfSync("sha256", key, "", purpose, bytes));

/**
 * The id of a key that this process holds: `kek_` and 16 hexadecimal digits, derived from the key, so
 * that one id can't name two keys. It reveals nothing about the key.
 */
export function keyEncryptionKeyId(key: Uint8Array): string {
  return `kek_${Buffer.from(derive(key, "tessera key-encryption key id", 8)).toString("hex")}`;
}

/** Keys that the process holds itself (environment or file); the first is the current one. */
export function createLocalKeyEncryption(
  keys: readonly Uint8Array[],
  random: Randomness,
): KeyEncryption {
  const byId = new Map(keys.map((key) => [keyEncryptionKeyId(key), key]));
  const ids = [...byId.keys()];
  const [currentId] = ids;
  const current = keys[0];
  if (currentId === undefined || current === undefined) {
    throw new Error("there is no key-encryption key");
  }

  const wrap: KeyEncryption["wrap"] = async (key, context) => ({
    kekId: currentId,
    blob: seal(current, context, key, random),
  });
  const unwrap: KeyEncryption["unwrap"] = async ({ kekId, blob }, context) => {
    const named = kekId === null ? undefined : byId.get(kekId);
    if (kekId !== null && !named) throw new KeyNotConfigured(kekId, ids);
    if (named) return new Uint8Array(unseal(named, context, blob));
    for (const key of byId.values()) {
      try {
        return new Uint8Array(unseal(key, context, blob));
      } catch (error) {
        if (!(error instanceof SealBroken)) throw error;
      }
    }
    throw new KeyNotConfigured(null, ids);
  };
  return {
    currentId,
    ids,
    wrap,
    unwrap,
    rewrap: async (wrapped, context) => wrap(await unwrap(wrapped, context), context),
    firstServiceKey(check) {
      const first = keys.find((key) => firstKeyCheck(key) === check);
      return first && derive(first, "tessera service index", 32);
    },
  };
}

function firstKeyCheck(key: Uint8Array): string {
  return hashSecret(Buffer.from(derive(key, "tessera key check", 32)).toString("hex"));
}
