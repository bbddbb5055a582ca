import { sql, type Updateable } from "kysely";
import type { Database } from "../../platform/database/database.ts";
import { isStoreUnavailable } from "../../platform/database/store-unavailable.ts";
import { inTransaction, type Tx } from "../../platform/database/transaction.ts";
import { bankTime } from "../../providers/nacha/index.ts";
import type { AchDeps } from "./ach-deps.ts";
import { atTheBank } from "./ach-file-states.ts";
import { type AchEvent, nextAchStatus, statusesBefore } from "./ach-states.ts";
import { postSettled } from "./post-debits.ts";
import type { AchEntryRow } from "./tables.ts";

const batchSize = 200;

/** Settles entries after their return window, if the bank has their file. "more" when there can be more. */
export async function settleEntries(deps: AchDeps): Promise<"more" | undefined> {
  const { date } = bankTime(deps.clock.nowMs());
  const due = await deps.database.kysely
    .selectFrom("ach_entries")
    .selectAll()
    .where("status", "=", "filed")
    .where("settles_on", "<=", date)
    .where("ach_file_id", "in", (select) =>
      select
        .selectFrom("ach_files")
        .select("ach_file_id")
        .where("status", "in", [...atTheBank]),
    )
    .limit(batchSize)
    .execute();
  for (const row of due) {
    await inTransaction(deps.database, async (tx) => {
      if (await moveEntry(deps, row, "window_passed", tx)) await postSettled(deps, tx, row);
    });
  }
  return due.length === batchSize ? "more" : undefined;
}

/** Cancels an entry; false if it is no longer queued. `db` can be a transaction. */
export async function cancelEntry(
  deps: AchDeps,
  operatorId: string,
  entryKey: string,
  db: Database["kysely"] | Tx = deps.database.kysely,
): Promise<boolean> {
  const row = await db
    .selectFrom("ach_entries")
    .selectAll()
    .where("operator_id", "=", operatorId)
    .where("entry_key", "=", entryKey)
    .where("status", "in", statusesBefore("canceled"))
    .executeTakeFirst();
  return row !== undefined && (await moveEntry(deps, row, "canceled", db));
}

/**
 * Reports all outcomes, oldest first. One whose listener throws is reported again in the next round, and does not hold
 * the others.
 */
export async function reportOutcomes(deps: AchDeps, signal: AbortSignal): Promise<undefined> {
  let after: AchEntryRow | undefined;
  do {
    const due = await readUnreported(deps, after);
    for (const row of due) {
      try {
        await reportOutcome(deps, row);
      } catch (error) {
        if (isStoreUnavailable(error)) throw error;
        const { entry_key: entryKey } = row;
        deps.log.error("an ACH outcome could not be reported", { entryKey, error });
      }
    }
    after = due.length === batchSize ? due.at(-1) : undefined;
  } while (after && !signal.aborted);
  return undefined;
}

/** Reads the entries after `after`, so that a round passes those that it could not report. */
function readUnreported(
  { database }: AchDeps,
  after: AchEntryRow | undefined,
): Promise<AchEntryRow[]> {
  let query = database.kysely
    .selectFrom("ach_entries")
    .selectAll()
    .whereRef("status", "<>", "told_status")
    .orderBy("updated_at")
    .orderBy("ach_entry_id")
    .limit(batchSize);
  if (after) {
    const { updated_at: updatedAt, ach_entry_id: id } = after;
    query = query.where(sql<boolean>`(updated_at, ach_entry_id) > (${updatedAt}, ${id})`);
  }
  return query.execute();
}

async function reportOutcome(deps: AchDeps, row: AchEntryRow): Promise<void> {
  const listener = deps.listeners.get(row.source);
  if (!listener || row.status === "queued") return;
  await deps.keyring.load(row.operator_id);
  await listener({
    operatorId: row.operator_id,
    entryKey: row.entry_key,
    status: row.status,
    returnCode: row.return_code,
  });
  // The reported status, not the current one: the entry may have moved meanwhile.
  await deps.database.kysely
    .updateTable("ach_entries")
    .set({ told_status: row.status })
    .where("ach_entry_id", "=", row.ach_entry_id)
    .execute();
}

/** Moves an entry; false if it has changed since it was read. */
async function moveEntry(
  deps: AchDeps,
  row: AchEntryRow,
  event: AchEvent,
  db: Database["kysely"] | Tx = deps.database.kysely,
): Promise<boolean> {
  const status = nextAchStatus(row.status, event);
  if (status === undefined) return false;
  const changes: Updateable<AchEntryRow> = { status, held_at: null, version: row.version + 1 };
  const { numUpdatedRows } = await db
    .updateTable("ach_entries")
    .set({ ...changes, updated_at: new Date(deps.clock.nowMs()) })
    .where("ach_entry_id", "=", row.ach_entry_id)
    .where("version", "=", row.version)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
