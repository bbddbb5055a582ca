import type { Database } from "../../platform/database/database.ts";
import type { Tx } from "../../platform/database/transaction.ts";

/**
 * A rotation that was asked for. It is stored, so that any process finishes what the one that took the
 * command did not.
 */
export interface RotationRequest {
  /** From 1. Data keys say which rotation made them. */
  readonly number: number;
  /** The key-encryption key that is to wrap everything. */
  readonly kekId: string;
  /** All keys are wrapped by `kekId`, and every operator has a version of this rotation or a later one. */
  readonly isStarted: boolean;
}

const name = "key_rotation";

/** The newest request; undefined before the first. */
export async function readRotation(database: Database | Tx): Promise<RotationRequest | undefined> {
  const kysely = "kysely" in database ? database.kysely : database;
  const row = await kysely
    .selectFrom("service_settings")
    .select("value")
    .where("name", "=", name)
    .executeTakeFirst();
  return row && (JSON.parse(row.value) as RotationRequest);
}

/** Asks for another rotation, or for the same again where one has not started everywhere yet. */
export async function requestRotation(tx: Tx, kekId: string): Promise<RotationRequest> {
  // Two commands at once become two rotations, one after the other.
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

/** Notes that a request is started, unless another has come meanwhile. */
export async function noteStarted(database: Database, request: RotationRequest): Promise<void> {
  await database.kysely
    .updateTable("service_settings")
    .set({ value: JSON.stringify({ ...request, isStarted: true }) })
    .where("name", "=", name)
    .where("value", "=", JSON.stringify(request))
    .execute();
}
