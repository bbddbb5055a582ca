import type { WrappedKey } from "../../platform/secrets/key-encryption.ts";
import { isDamaged } from "../../platform/secrets/key-services/key-service-error.ts";
import { dataKeyContext, indexKeyContext } from "../../platform/secrets/key-store.ts";
import type { KeysDeps } from "./keys-deps.ts";

export interface Rewrapped {
  readonly count: number;
  /** Keys that no process can unwrap, by their place. They stay as they are. */
  readonly damaged: readonly string[];
}

/**
 * Wraps every data key and index key that another key-encryption key, or an older version, wrapped. The keys themselves
 * do not change, so nothing is resealed. Each key is one statement: if the process dies, a process with both
 * key-encryption keys can read all. Throws `KeyNotConfigured` and `KeyServiceError`.
 */
export async function rewrapKeys({ database, keyEncryption, log }: KeysDeps): Promise<Rewrapped> {
  const newestId = await keyEncryption.newestId();
  let count = 0;
  const damaged: string[] = [];
  const rewrap = async (wrapped: WrappedKey, context: string) => {
    try {
      return await keyEncryption.rewrap(wrapped, context);
    } catch (error) {
      if (!isDamaged(error)) throw error;
      log.error("a key cannot be unwrapped, so a rotation leaves it", { kind: context, error });
      damaged.push(context);
      return undefined;
    }
  };
  const dataKeys = await database.kysely
    .selectFrom("data_keys")
    .select(["operator_id", "key_version", "wrapped_key", "kek_id"])
    .where("kek_id", "is distinct from", newestId)
    .execute();
  for (const row of dataKeys) {
    const wrapped = { kekId: row.kek_id, blob: row.wrapped_key };
    const context = dataKeyContext(row.operator_id, row.key_version);
    const fresh = await rewrap(wrapped, context);
    if (!fresh) continue;
    await database.kysely
      .updateTable("data_keys")
      .set({ wrapped_key: fresh.blob, kek_id: fresh.kekId })
      .where("operator_id", "=", row.operator_id)
      .where("key_version", "=", row.key_version)
      .where("wrapped_key", "=", row.wrapped_key)
      .execute();
    count += 1;
  }
  const indexKeys = await database.kysely
    .selectFrom("index_keys")
    .select(["owner", "wrapped_key", "kek_id"])
    .where("kek_id", "<>", newestId)
    .execute();
  for (const row of indexKeys) {
    const wrapped = { kekId: row.kek_id, blob: row.wrapped_key };
    const fresh = await rewrap(wrapped, indexKeyContext(row.owner));
    if (!fresh) continue;
    await database.kysely
      .updateTable("index_keys")
      .set({ wrapped_key: fresh.blob, kek_id: fresh.kekId })
      .where("owner", "=", row.owner)
      .where("wrapped_key", "=", row.wrapped_key)
      .execute();
    count += 1;
  }
  return { count, damaged };
}
