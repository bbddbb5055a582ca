import { formatColumns } from "../accounts/index.ts";
import { newestWalk } from "./key-walk.ts";
import type { KeysDeps } from "./keys-deps.ts";
import { readRotation } from "./rotation-request.ts";
import { tableOfPosition } from "./walk-position.ts";

/** The text of `keys status`. */
export async function keyStatus(deps: KeysDeps): Promise<string> {
  const { keyEncryption } = deps;
  const wrapped = await countWrapped(deps);
  const { currentId, ids } = keyEncryption;
  // Versions of a key service's key have their own lines.
  const inUse = new Set([...wrapped.keys()].map((id) => keyEncryption.idOf(id)));
  const idle = ids.filter((id) => !inUse.has(id));
  const lines = [...idle, ...wrapped.keys()].map((id) => {
    const configured = keyEncryption.idOf(id);
    const isCurrent = configured === currentId;
    const use = isCurrent ? "current" : configured === undefined ? "MISSING" : "readable";
    return [id, use, `wraps ${wrapped.get(id) ?? 0} keys`];
  });
  const unused = idle.filter((id) => id !== currentId);
  const problem = deps.keyring.keyServiceProblem();
  return [
    "Key-encryption keys",
    formatColumns(lines),
    ...(problem === undefined ? [] : [`The key service does not work: ${problem}`]),
    ...[...deps.keyring.damaged()].map(
      (operatorId) =>
        `A key of ${operatorId} cannot be unwrapped: restore its row of data_keys or index_keys from a backup.`,
    ),
    ...unused.map(
      (id) => `${id} wraps no keys: remove it from the configuration, but keep its backup.`,
    ),
    "",
    "Data keys",
    formatColumns(await dataKeyLines(deps)) || "none",
    "",
    await rotationLine(deps),
  ].join("\n");
}

async function countWrapped({ database }: KeysDeps): Promise<Map<string, number>> {
  const { rows } = await database.run<{ kek: string; count: number }>(
    {
      name: "keys.count_wrapped",
      text:
        "select coalesce(kek_id, 'without an id') as kek, count(*)::integer as count from " +
        "(select kek_id from data_keys union all select kek_id from index_keys) k group by 1 order by 1",
    },
    [],
  );
  return new Map(rows.map(({ kek, count }) => [kek, count]));
}

async function dataKeyLines({ database }: KeysDeps): Promise<string[][]> {
  const rows = await database.kysely
    .selectFrom("data_keys")
    .select(["operator_id", "key_version", "state", "uses", "created_at"])
    .orderBy("operator_id")
    .orderBy("key_version")
    .execute();
  return rows.map((row) => [
    row.operator_id,
    `version ${row.key_version}`,
    row.state,
    `since ${row.created_at.toISOString().slice(0, 10)}`,
    `at most ${row.uses} uses`,
  ]);
}

async function rotationLine(deps: KeysDeps): Promise<string> {
  const rotation = await readRotation(deps.database);
  if (rotation && !rotation.isStarted) {
    return `Rotation ${rotation.number} is starting. It needs a process whose current key is ${rotation.kekId}.`;
  }
  const states = await deps.database.kysely
    .selectFrom("data_keys")
    .select("state")
    .where("state", "<>", "active")
    .distinct()
    .execute();
  if (states.length === 0) return "No rotation is in progress.";
  const walk = await newestWalk(deps.database);
  if (walk && !walk.finished_at) {
    return `Resealing: at ${tableOfPosition(walk.table_name) || "the start"}, ${walk.resealed} values so far, ${walk.broken} cannot be decrypted.`;
  }
  if (states.some(({ state }) => state === "incoming")) {
    return "New versions wait until every process knows them (a minute).";
  }
  const broken = walk?.broken ?? 0;
  return broken > 0
    ? `${broken} values cannot be decrypted (the log names them); the retired versions of their operators are not destroyed.`
    : "Everything is sealed with the active versions. Retired versions are destroyed after an hour, once a second walk finds no values sealed with them.";
}
