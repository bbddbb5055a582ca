import type { Database } from "../../platform/database/database.ts";
import type { Tx } from "../../platform/database/transaction.ts";

/** A request, stored so that any process can finish the rotation. */
export interface RotationRequest {
  /** The request's number, from 1. Data keys store it. */
  readonly number: number;
  /** The key-encryption key that must wrap everything. */
  readonly kekId: string;
  /** Whether `kekId` wraps all keys, and every operator has a version from this rotation or a later one. */
  readonly isStarted: boolean;
}

const name = "key_rotation";

/** Reads the last request; undefined before the first. */
export async function readRotation(database: Database | Tx): Promise<RotationRequest | undefined> {
  const kysely = "kysely" in database ? database.kysely : database;
  const row = await kysely
    .selectFrom("service_settings")
    .select("value")
    .where("name", "=", name)
    .executeTakeFirst();
  return row && (JSON.parse(row.value) as RotationRequest);
}

/** Requests a rotation. A request that has not started everywhere keeps its number. */
export async function requestRotation(tx: Tx, kekId: string): Promise<RotationRequest> {
  // The row's lock makes concurrent commands request one after another.
  await tx
    .insertInto("service_settings")
    .values({ name, value: JSON.stringify({ number: 0, kekId, isStarted: true }) })
    .onConflict((conflict) => conflict.column("name").doNothing())
    .execute();
  const { value } = await tx
    .selectFrom("service_settings")
    .select("value")
    .where("name", "=", name)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const before = JSON.parse(value) as RotationRequest;
  const number = before.isStarted ? before.number + 1 : before.number;
  const request: RotationRequest = { number, kekId, isStarted: false };
  await tx
    .updateTable("service_settings")
    .set({ value: JSON.stringify(request) })
    .where("name", "=", name)
    .execute();
  return request;
}

/** Records that the rotation has started, unless a newer request replaced it. */
export async function recordStarted(database: Database, request: RotationRequest): Promise<void> {
  await database.kysely
    .updateTable("service_settings")
    .set({ value: JSON.stringify({ ...request, isStarted: true }) })
    .where("name", "=", name)
    .where("value", "=", JSON.stringify(request))
    .execute();
}
