import { dataKeyContext, indexKeyContext } from "../../platform/secrets/key-store.ts";
import type { KeysDeps } from "./keys-deps.ts";

/**
 * Wraps every data key and index key that another key-encryption key, or an older version, wrapped; returns their
 * number. The keys themselves do not change, so nothing is resealed. Each key is one statement: if the process dies, a
 * process with both key-encryption keys can read all. Throws `KeyNotConfigured` and `KeyServiceError`.
 */
export async function rewrapKeys({ database, keyEncryption }: KeysDeps): Promise<number> {
  const newestId = await keyEncryption.newestId();
  let count = 0;
  const dataKeys = await database.kysely
    .selectFrom("data_keys")
    .select(["operator_id", "key_version", "wrapped_key", "kek_id"])
    .where("kek_id", "is distinct from", newestId)
    .execute();
  for (const row of dataKeys) {
    const wrapped = { kekId: row.kek_id, blob: row.wrapped_key };
    const context = dataKeyContext(row.operator_id, row.key_version);
    const { kekId, blob } = await keyEncryption.rewrap(wrapped, context);
    await database.kysely
      .updateTable("data_keys")
      .set({ wrapped_key: blob, kek_id: kekId })
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
    const { kekId, blob } = await keyEncryption.rewrap(wrapped, indexKeyContext(row.owner));
    await database.kysely
      .updateTable("index_keys")
      .set({ wrapped_key: blob, kek_id: kekId })
      .where("owner", "=", row.owner)
      .where("wrapped_key", "=", row.wrapped_key)
      .execute();
    count += 1;
  }
  return count;
}
