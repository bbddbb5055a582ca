import type { Updateable } from "kysely";
import type { Database } from "../../platform/database/database.ts";
import { inTransaction, type Tx } from "../../platform/database/transaction.ts";
import { workThrough } from "../../platform/jobs/work-through.ts";
import { bankTime } from "../../providers/nacha/index.ts";
import type { AchDeps } from "./ach-deps.ts";
import { atTheBank } from "./ach-file-states.ts";
import { type AchEvent, nextAchStatus, statusesBefore } from "./ach-states.ts";
import { postSettled } from "./post-debits.ts";
import type { AchEntryRow } from "./tables.ts";

/** One round of the job: settles entries after their return window, if the bank has their file. */
export async function settleEntries(deps: AchDeps, signal: AbortSignal): Promise<undefined> {
  const { date } = bankTime(deps.clock.nowMs());
  await workThrough(signal, {
    read: (most, skip) =>
      deps.database.kysely
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
        .orderBy("settles_on")
        .orderBy("ach_entry_id")
        .limit(most)
        .offset(skip)
        .execute(),
    work: (row) =>
      inTransaction(deps.database, async (tx) => {
        const isMoved = await moveEntry(deps, row, "window_passed", tx);
        if (isMoved) await postSettled(deps, tx, row);
        return isMoved;
      }),
    onFailure: ({ entry_key: entryKey }, error) =>
      deps.log.errorHourly("an ACH entry could not be settled", { entryKey, error }),
  });
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

/** One round of the job: reports the entries whose status has changed, oldest first. */
export async function reportOutcomes(deps: AchDeps, signal: AbortSignal): Promise<undefined> {
  await workThrough(signal, {
    read: (most, skip) =>
      deps.database.kysely
        .selectFrom("ach_entries")
        .selectAll()
        .whereRef("status", "<>", "told_status")
        .orderBy("updated_at")
        .orderBy("ach_entry_id")
        .limit(most)
        .offset(skip)
        .execute(),
    work: (row) => reportOutcome(deps, row),
    onFailure: ({ entry_key: entryKey }, error) =>
      deps.log.errorHourly("an ACH outcome could not be reported", { entryKey, error }),
  });
}

async function reportOutcome(deps: AchDeps, row: AchEntryRow): Promise<boolean> {
  const listener = deps.listeners.get(row.source);
  if (!listener || row.status === "queued") return false;
  await deps.keyring.load(row.operator_id);
  await listener({
    operatorId: row.operator_id,
    entryKey: row.entry_key,
    status: row.status,
    returnCode: row.return_code,
  });
  // The reported status, not the current one: the entry may have moved in the meantime.
  await deps.database.kysely
    .updateTable("ach_entries")
    .set({ told_status: row.status })
    .where("ach_entry_id", "=", row.ach_entry_id)
    .execute();
  return true;
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
