import { hkdfSync } from "node:crypto";
import type { Randomness } from "../randomness.ts";
import { hashSecret } from "./hash-secret.ts";
import { SealBroken, seal, unseal } from "./seal.ts";

/** `kekId` is null if the key was stored before key-encryption keys had ids. */
export interface WrappedKey {
  readonly kekId: string | null;
  readonly blob: string;
}

/**
 * The key-encryption keys, which encrypt other keys and never data. The current one wraps; the others only unwrap.
 * `context` binds a wrapping to its place; for a key service (key-services) it is the encryption context.
 */
export interface KeyEncryption {
  readonly currentId: string;
  /** Ids of all keys that can unwrap, the current one first. */
  readonly ids: readonly string[];
  readonly opensKeysWithoutId: boolean;
  /** The configured id of a wrapping: a key service's ids also carry its key's version. */
  idOf(kekId: string): string | undefined;
  /** Wraps 32 bytes with the current key. */
  wrap(key: Uint8Array, context: string): Promise<WrappedKey & { kekId: string }>;
  /**
   * Unwraps a key. Throws {@link KeyNotConfigured} if none of the keys wrapped it, `SealBroken` if it was changed, and
   * `KeyServiceError` if the key service did not unwrap it.
   */
  unwrap(wrapped: WrappedKey, context: string): Promise<Uint8Array>;
  /** Wraps the same key with the current one. Throws like `unwrap`. */
  rewrap(wrapped: WrappedKey, context: string): Promise<WrappedKey & { kekId: string }>;
  /**
   * Derives the service's index key for databases from before key-encryption keys had ids, which derived it from their
   * only one and stored `check` to recognize it. Undefined if that key is not configured.
   */
  firstServiceKey(check: string): Uint8Array | undefined;
  /** The id that a new wrapping gets: {@link currentId} and the key service's version. */
  newestId(): Promise<string>;
  /** Asks the key service whether the current key works; {@link problem} then says why not. Never throws. */
  check(): Promise<void>;
  /** Why the key service failed lately, as text for people. */
  problem(): string | undefined;
}

/** A stored key needs a key-encryption key that is not configured. */
export class KeyNotConfigured extends Error {
  override name = "KeyNotConfigured";
  readonly code = "key_encryption_key_not_configured";
  constructor(kekId: string | null, configured: readonly string[]) {
    super(
      `the database contains keys wrapped by the key-encryption key ${kekId ?? "of its first start"}, ` +
        `which is not configured (configured: ${configured.join(", ")}); add it to ` +
        "TESSERA_KEY_ENCRYPTION_KEY after the current key, to TESSERA_KEY_ENCRYPTION_KEY_FILE, or to TESSERA_KEY_SERVICE",
    );
  }
}

const derive = (key: Uint8Array, purpose: string, bytes: number) =>
  new Uint8Array(hkdfSync("sha256", key, "", purpose, bytes));

/**
 * Returns `kek_` and 16 hexadecimal digits derived from the key: one id cannot name two keys. It reveals nothing about
 * the key.
 */
export function keyEncryptionKeyId(key: Uint8Array): string {
  return `kek_${Buffer.from(derive(key, "tessera key-encryption key id", 8)).toString("hex")}`;
}

/** Key encryption with keys from the environment or a file. The first is current. */
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
    opensKeysWithoutId: true,
    idOf: (kekId) => (byId.has(kekId) ? kekId : undefined),
    newestId: () => Promise.resolve(currentId),
    check: () => Promise.resolve(),
    problem: () => undefined,
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
