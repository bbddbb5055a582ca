import { inTransaction } from "../../platform/database/transaction.ts";
import { dataKeyContext, raiseKeyEpoch } from "../../platform/secrets/key-store.ts";
import { type AuditActor, appendAudit } from "../audit/index.ts";
import type { KeysDeps } from "./keys-deps.ts";

/**
 * States of a data key's version: `incoming` → `active` → `retiring` → destroyed (row deleted). An operator has exactly
 * one `active` version and at most one `incoming`. Each step is one transaction, and does nothing if another process
 * has done it.
 */

const subjectOf = (operatorId: string) => ({ type: "operator", id: operatorId });

/** Creates an incoming version; false if there is one already. */
export async function createVersion(
  deps: KeysDeps,
  operatorId: string,
  { rotation, actor }: { rotation: number; actor: AuditActor },
): Promise<boolean> {
  const { database, machineClock, random, keyEncryption } = deps;
  await deps.keyring.load(operatorId);
  const { newest } = await database.kysely
    .selectFrom("data_keys")
    .select((eb) => eb.fn.max("key_version").as("newest"))
    .where("operator_id", "=", operatorId)
    .executeTakeFirstOrThrow();
  const version = newest + 1;
  const context = dataKeyContext(operatorId, version);
  const { kekId, blob } = await keyEncryption.wrap(random.bytes(32), context);
  return inTransaction(database, async (tx) => {
    const inserted = await tx
      .insertInto("data_keys")
      .values({
        operator_id: operatorId,
        key_version: version,
        wrapped_key: blob,
        kek_id: kekId,
        state: "incoming",
        retired_at: null,
        rotation,
        created_at: new Date(machineClock.nowMs()),
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning("key_version")
      .executeTakeFirst();
    if (!inserted) return false;
    await raiseKeyEpoch(tx);
    await appendAudit(deps, tx, operatorId, {
      actor,
      action: "data_key.made",
      subject: subjectOf(operatorId),
      details: { version, keyEncryptionKey: kekId },
    });
    return true;
  });
}

/** The incoming version seals from now on; the previous one only decrypts. */
export async function activateVersion(
  deps: KeysDeps,
  operatorId: string,
  version: number,
): Promise<void> {
  const now = new Date(deps.machineClock.nowMs());
  await inTransaction(deps.database, async (tx) => {
    const incoming = await tx
      .selectFrom("data_keys")
      .select("key_version")
      .where("operator_id", "=", operatorId)
      .where("state", "=", "incoming")
      .forUpdate()
      .executeTakeFirst();
    if (incoming?.key_version !== version) return;
    await tx
      .updateTable("data_keys")
      .set({ state: "retiring", retired_at: now })
      .where("operator_id", "=", operatorId)
      .where("state", "=", "active")
      .execute();
    await tx
      .updateTable("data_keys")
      .set({ state: "active" })
      .where("operator_id", "=", operatorId)
      .where("key_version", "=", version)
      .execute();
    await raiseKeyEpoch(tx);
    await appendAudit(deps, tx, operatorId, {
      actor: { kind: "service" },
      action: "data_key.activated",
      subject: subjectOf(operatorId),
      details: { version },
    });
  });
}

/** Deletes a version. Call it only once nothing is sealed with the version. */
export async function destroyVersion(
  deps: KeysDeps,
  operatorId: string,
  version: number,
): Promise<void> {
  await inTransaction(deps.database, async (tx) => {
    const { numDeletedRows } = await tx
      .deleteFrom("data_keys")
      .where("operator_id", "=", operatorId)
      .where("key_version", "=", version)
      .where("state", "=", "retiring")
      .executeTakeFirst();
    if (numDeletedRows === 0n) return;
    await raiseKeyEpoch(tx);
    await appendAudit(deps, tx, operatorId, {
      actor: { kind: "service" },
      action: "data_key.destroyed",
      subject: subjectOf(operatorId),
      details: { version },
    });
  });
}
