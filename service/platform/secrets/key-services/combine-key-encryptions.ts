import { type KeyEncryption, KeyNotConfigured, type WrappedKey } from "../key-encryption.ts";

/** Combines several key encryptions: the first wraps, and the one whose key wrapped a key unwraps it. */
export function combineKeyEncryptions(
  all: readonly [KeyEncryption, ...KeyEncryption[]],
): KeyEncryption {
  const [current] = all;
  const ids = all.flatMap((keyEncryption) => keyEncryption.ids);
  const ownerOf = ({ kekId }: WrappedKey) => {
    // A key without an id predates key services: a local key wrapped it.
    const owner = all.find((keyEncryption) =>
      kekId === null ? keyEncryption.opensKeysWithoutId : keyEncryption.idOf(kekId) !== undefined,
    );
    if (!owner) throw new KeyNotConfigured(kekId, ids);
    return owner;
  };
  const unwrap: KeyEncryption["unwrap"] = async (wrapped, context) =>
    ownerOf(wrapped).unwrap(wrapped, context);
  return {
    currentId: current.currentId,
    ids,
    opensKeysWithoutId: all.some((keyEncryption) => keyEncryption.opensKeysWithoutId),
    idOf: (kekId) =>
      all.map((keyEncryption) => keyEncryption.idOf(kekId)).find((id) => id !== undefined),
    wrap: (key, context) => current.wrap(key, context),
    unwrap,
    rewrap: async (wrapped, context) => current.wrap(await unwrap(wrapped, context), context),
    newestId: () => current.newestId(),
    firstServiceKey: (check) =>
      all
        .map((keyEncryption) => keyEncryption.firstServiceKey(check))
        .find((key) => key !== undefined),
    // Unwrapping shows whether the others work.
    check: () => current.check(),
    problem: () =>
      all.map((keyEncryption) => keyEncryption.problem()).find((problem) => problem !== undefined),
  };
}
