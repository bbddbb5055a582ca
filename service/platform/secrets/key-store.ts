import { hkdfSync } from "node:crypto";
import { sql } from "kysely";
import type { Clock } from "../clock.ts";
import type { Database } from "../database/database.ts";
import type { Tx } from "../database/transaction.ts";
import type { Randomness } from "../randomness.ts";
import { type KeyEncryption, KeyNotConfigured } from "./key-encryption.ts";

export interface KeyStoreDeps {
  database: Database;
  machineClock: Clock;
  random: Randomness;
  keyEncryption: KeyEncryption;
}

/** The owner of the index key that covers all operators. */
export const serviceOwner = "service";

/** Wrapping context of a data key's version. */
export const dataKeyContext = (operatorId: string, version: number) =>
  `data_keys:${operatorId}:${version}`;
/** Wrapping context of an index key. */
export const indexKeyContext = (owner: string) => `index_keys:${owner}`;

/**
 * Raises the key epoch. Call it in the transaction of a key change, before `appendAudit`. Other processes read the
 * epoch to know when to read the keys again.
 */
export async function raiseKeyEpoch(tx: Tx): Promise<void> {
  await sql`insert into service_settings (name, value) values ('key_epoch', '1')
    on conflict (name) do update set value = (service_settings.value::bigint + 1)::text`.execute(
    tx,
  );
}

/** Reads the key epoch; 0 before the first change. */
export async function readKeyEpoch(database: Database): Promise<string> {
  const { rows } = await database.run<{ value: string }>(
    {
      name: "keys.read_epoch",
      text: "select value from service_settings where name = 'key_epoch'",
    },
    [],
  );
  return rows[0]?.value ?? "0";
}

/** Reads one operator's data keys, or all. */
export function readDataKeys(database: Database, operatorId?: string) {
  return database.kysely
    .selectFrom("data_keys")
    .select(["operator_id", "key_version", "wrapped_key", "kek_id", "state", "uses"])
    .$if(operatorId !== undefined, (query) => query.where("operator_id", "=", operatorId ?? ""))
    .orderBy("operator_id")
    .orderBy("key_version")
    .execute();
}

/** Reads one owner's index key, or all. */
export function readIndexKeys(database: Database, owner?: string) {
  return database.kysely
    .selectFrom("index_keys")
    .select(["owner", "wrapped_key", "kek_id"])
    .$if(owner !== undefined, (query) => query.where("owner", "=", owner ?? ""))
    .execute();
}

/** Stores an index key unless its owner has one. Returns the stored key. */
export async function storeIndexKey(
  { database, machineClock, keyEncryption }: KeyStoreDeps,
  owner: string,
  key: Uint8Array,
): Promise<Uint8Array> {
  const { kekId, blob } = await keyEncryption.wrap(key, indexKeyContext(owner));
  await database.kysely
    .insertInto("index_keys")
    .values({ owner, wrapped_key: blob, kek_id: kekId, created_at: new Date(machineClock.nowMs()) })
    .onConflict((conflict) => conflict.column("owner").doNothing())
    .execute();
  const [stored] = await readIndexKeys(database, owner);
  if (!stored) throw new Error(`the index key of ${owner} was not stored`);
  const wrapped = { kekId: stored.kek_id, blob: stored.wrapped_key };
  return keyEncryption.unwrap(wrapped, indexKeyContext(owner));
}

/** Derives an operator's index key from its first data key, as before index keys were stored. */
export function firstIndexKey(firstDataKey: Uint8Array): Uint8Array {
  return new Uint8Array(hkdfSync("sha256", firstDataKey, "", "tessera blind index", 32));
}

/**
 * Returns the service's index key; the first start creates it. Throws {@link KeyNotConfigured} if the database needs a
 * key-encryption key that is not configured.
 */
export async function openServiceKey(deps: KeyStoreDeps): Promise<Uint8Array> {
  const { database, random, keyEncryption } = deps;
  const [stored] = await readIndexKeys(database, serviceOwner);
  if (stored) {
    const wrapped = { kekId: stored.kek_id, blob: stored.wrapped_key };
    return keyEncryption.unwrap(wrapped, indexKeyContext(serviceOwner));
  }
  const check = await database.kysely
    .selectFrom("service_settings")
    .select("value")
    .where("name", "=", "key_encryption_key_check")
    .executeTakeFirst();
  if (!check) return storeIndexKey(deps, serviceOwner, random.bytes(32));
  const first = keyEncryption.firstServiceKey(check.value);
  if (!first) throw new KeyNotConfigured(null, keyEncryption.ids);
  return storeIndexKey(deps, serviceOwner, first);
}
