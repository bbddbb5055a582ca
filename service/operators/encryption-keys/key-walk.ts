/**
 * A walk goes through every sealed column once and reseals what retiring data keys sealed.
 *
 * - At most one walk is open, and one process at a time works on it, under a lease. Its position is stored after each
 *   step (walk-position.ts).
 * - A version is destroyed only by a walk that started `graceMs` after the version was retired and found nothing sealed
 *   with it in the whole database. By then no process seals with it (`maxStaleMs` of the keyring), and no value that it
 *   sealed is in memory. An operator with values that cannot be decrypted keeps its versions; the others do not wait.
 * - So the first walk after a rotation does the work, and the second, an hour later, proves that it is complete.
 */

import type { Database } from "../../platform/database/database.ts";
import { randomToken } from "../../platform/randomness.ts";
import type { SealedTable } from "../../platform/secrets/sealed-columns.ts";
import { destroyVersion } from "./data-key-states.ts";
import type { KeysDeps } from "./keys-deps.ts";
import { canLoad, type ResealStep, resealStep } from "./reseal-step.ts";
import { positionOf, readPosition } from "./walk-position.ts";

const leaseMs = 60_000;
/** The wait before the next walk if this one found late values. */
const againMs = 60_000;
/** The wait if values cannot be decrypted: somebody must restore them, and a walk reads every table. */
const brokenAgainMs = 60 * 60_000;

/** Inserts the next walk if retired data keys need one and none is under way. {@link continueWalk} runs it. */
export async function startWalkWhenNeeded(deps: KeysDeps): Promise<void> {
  const { database, machineClock, times } = deps;
  const { first, last } = await database.kysely
    .selectFrom("data_keys")
    .select((eb) => [eb.fn.min("retired_at").as("first"), eb.fn.max("retired_at").as("last")])
    .where("state", "=", "retiring")
    .executeTakeFirstOrThrow();
  if (!first || !last) return;
  const walk = await newestWalk(database);
  if (walk && !walk.finished_at) return;
  const nowMs = machineClock.nowMs();
  const walkedAtMs = walk ? walk.started_at.getTime() : Number.NEGATIVE_INFINITY;
  const provableAtMs = first.getTime() + times.graceMs;
  const isFirst = walkedAtMs < last.getTime();
  const isProof = nowMs >= provableAtMs;
  const waitMs = walk && walk.broken > 0 ? brokenAgainMs : againMs;
  const isAgain = walkedAtMs >= provableAtMs && nowMs < walkedAtMs + waitMs;
  if (!isFirst && (!isProof || isAgain)) return;
  await database.kysely
    .insertInto("key_walks")
    .values({
      started_at: new Date(nowMs),
      table_name: null,
      cursor: null,
      lease_token: null,
      lease_until: null,
      finished_at: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The open walk, or the last one. */
export function newestWalk(database: Database) {
  return database.kysely
    .selectFrom("key_walks")
    .selectAll()
    .orderBy("walk_id", "desc")
    .limit(1)
    .executeTakeFirst();
}

type Walk = NonNullable<Awaited<ReturnType<typeof newestWalk>>>;

/** Takes one step of the walk, unless another process works on it. "more" if it continues. */
export async function continueWalk(deps: KeysDeps): Promise<"more" | undefined> {
  const walk = await leaseWalk(deps);
  if (!walk) return undefined;
  const step = await stepFrom(deps, walk);
  if (step) {
    const { rowCount } = await deps.database.run(recordStep, [
      walk.walk_id,
      walk.lease_token,
      step.position,
      step.next === null ? null : JSON.stringify(step.next),
      step.resealed,
      step.late,
      countOf(step.broken),
      JSON.stringify(addedTo(walk.broken_by_operator, step.broken)),
    ]);
    return rowCount === 1 ? "more" : undefined;
  }
  await destroyUnused(deps, walk);
  await deps.database.run(finishWalk, [
    walk.walk_id,
    walk.lease_token,
    new Date(deps.machineClock.nowMs()),
  ]);
  return undefined;
}

/** Skips tables without work: returns the first step that changed something, and undefined at the end. */
async function stepFrom(
  deps: KeysDeps,
  walk: Walk,
): Promise<(ResealStep & { position: string }) | undefined> {
  const { sealedTables } = deps.keyring;
  const lateBefore = new Date(walk.started_at.getTime() - deps.times.graceMs);
  let place = readPosition(sealedTables, walk);
  if (!place) return undefined;
  for (;;) {
    const step = await resealStep(deps, place.table, place.after, lateBefore);
    if (step.next !== null) return { ...step, position: positionOf(sealedTables, place.table) };
    const index: number = place.index + 1;
    const table: SealedTable | undefined = sealedTables[index];
    const hasChanged = step.resealed + step.late + step.broken.size > 0;
    if (!table || hasChanged) return { ...step, position: positionOf(sealedTables, table) };
    place = { index, table, after: null };
  }
}

const countOf = (broken: ReadonlyMap<string, number>) =>
  [...broken.values()].reduce((sum, count) => sum + count, 0);

function addedTo(
  before: Walk["broken_by_operator"],
  broken: ReadonlyMap<string, number>,
): Walk["broken_by_operator"] {
  const added = [...broken].map(([id, count]) => [id, (before[id] ?? 0) + count] as const);
  return { ...before, ...Object.fromEntries(added) };
}

/**
 * Destroys the versions that this walk has proved unused. An operator with values that cannot be decrypted keeps its
 * versions.
 */
async function destroyUnused(deps: KeysDeps, walk: Walk): Promise<void> {
  const broken = new Map(Object.entries(walk.broken_by_operator));
  for (const [operatorId, count] of broken) {
    const problem = "values cannot be decrypted, so retired data keys are not destroyed";
    deps.log.error(problem, { operatorId, count });
  }
  // A process of an earlier version counted values without their operators.
  if (walk.late > 0 || countOf(broken) < walk.broken) return;
  const retired = await deps.database.kysely
    .selectFrom("data_keys")
    .select(["operator_id", "key_version"])
    .where("state", "=", "retiring")
    .where("retired_at", "<=", new Date(walk.started_at.getTime() - deps.times.graceMs))
    .execute();
  for (const { operator_id, key_version } of retired) {
    // An operator with a damaged key keeps its old one.
    if (broken.has(operator_id) || !(await canLoad(deps, operator_id))) continue;
    await destroyVersion(deps, operator_id, key_version);
  }
  await deps.keyring.refresh();
}

/** Leases the open walk. Undefined if another process has it. */
async function leaseWalk({ database, machineClock, random }: KeysDeps): Promise<Walk | undefined> {
  const now = new Date(machineClock.nowMs());
  return database.kysely
    .updateTable("key_walks")
    .set({
      lease_token: randomToken(random, 16),
      lease_until: new Date(now.getTime() + leaseMs),
    })
    .where("finished_at", "is", null)
    .where((eb) => eb.or([eb("lease_until", "is", null), eb("lease_until", "<=", now)]))
    .returningAll()
    .executeTakeFirst();
}

/** Ends the lease, so that any process can do the next step. */
const recordStep = {
  name: "keys.note_step",
  text:
    "update key_walks set lease_token = null, lease_until = null, table_name = $3, cursor = $4, " +
    "resealed = resealed + $5, late = late + $6, broken = broken + $7, broken_by_operator = $8 " +
    "where walk_id = $1 and lease_token = $2",
};

const finishWalk = {
  name: "keys.finish_walk",
  text:
    "update key_walks set finished_at = $3, lease_token = null, lease_until = null " +
    "where walk_id = $1 and lease_token = $2",
};
