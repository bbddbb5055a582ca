import { inTransaction } from "../../platform/database/transaction.ts";
import { activateVersion, createVersion } from "./data-key-states.ts";
import type { KeysDeps } from "./keys-deps.ts";
import { rewrapKeys } from "./rewrap-keys.ts";
import {
  type RotationRequest,
  readRotation,
  recordStarted,
  requestRotation,
} from "./rotation-request.ts";

export interface RotationStart {
  readonly rewrapped: number;
  readonly created: number;
  /** Keys that no process can unwrap, by their place. They stay as they are. */
  readonly damaged: readonly string[];
}

/**
 * Wraps all keys with the current key-encryption key, and creates a new data key for every operator. Jobs do the rest
 * (key-jobs.ts). Leaves out what is damaged. Throws `KeyNotConfigured`.
 */
export async function startRotation(deps: KeysDeps): Promise<RotationStart> {
  const request = await inTransaction(deps.database, (tx) =>
    requestRotation(tx, deps.keyEncryption.currentId),
  );
  return carryOut(deps, request);
}

/** Finishes a start that a process left unfinished. */
export async function continueRotation(deps: KeysDeps): Promise<void> {
  const request = await readRotation(deps.database);
  if (!request || request.isStarted) return;
  // Wrapping with another key would undo the request.
  if (request.kekId !== deps.keyEncryption.currentId) return;
  await carryOut(deps, request);
}

async function carryOut(deps: KeysDeps, request: RotationRequest): Promise<RotationStart> {
  const { count: rewrapped, damaged } = await rewrapKeys(deps);
  await deps.keyring.refresh();
  const operators = await deps.database.kysely
    .selectFrom("data_keys")
    .select("operator_id")
    .groupBy("operator_id")
    .having((eb) => eb(eb.fn.max("rotation"), "<", request.number))
    .execute();
  let [created, locked] = [0, 0];
  for (const { operator_id } of operators) {
    const by = { rotation: request.number, actor: { kind: "command" } as const };
    // A new key could not open what the damaged key sealed, and would hide the damage.
    if (deps.keyring.damaged().has(operator_id)) locked += 1;
    else if (await createVersion(deps, operator_id, by)) created += 1;
  }
  // If an earlier version is incoming, the next round creates this one.
  if (created + locked === operators.length) await recordStarted(deps.database, request);
  await deps.keyring.refresh();
  return { rewrapped, created, damaged };
}

/** Replaces data keys close to their limit of uses. */
export async function replaceUsedUp(deps: KeysDeps): Promise<void> {
  const limit = deps.times.startNewAtUses;
  const usedUp = [...deps.keyring.known()].filter(([, { active, versions }]) => {
    const states = [...versions.values()].map(({ state }) => state);
    return active !== undefined && active.total >= limit && !states.includes("incoming");
  });
  if (usedUp.length === 0) return;
  const rotation = (await readRotation(deps.database))?.number ?? 0;
  for (const [operatorId] of usedUp) {
    await createVersion(deps, operatorId, { rotation, actor: { kind: "service" } });
  }
  await deps.keyring.refresh();
}

/** Activates versions after `spreadMs`, when every process knows them. */
export async function activateSpread(deps: KeysDeps): Promise<void> {
  const nowMs = deps.machineClock.nowMs();
  let isChanged = false;
  for (const [operatorId, { versions }] of deps.keyring.known()) {
    for (const { version, state, key, knownSinceMs } of versions.values()) {
      if (state !== "incoming" || !key || nowMs - knownSinceMs < deps.times.spreadMs) continue;
      await activateVersion(deps, operatorId, version);
      isChanged = true;
    }
  }
  if (isChanged) await deps.keyring.refresh();
}
