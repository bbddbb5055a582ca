/**
 * The import of a registered file: stores its rows and matches them.
 *
 * Guarantees
 * - Every row is stored once, even if a process dies: a transaction stores up to {@link rowsAtOnce} rows with their
 *   matches, breaks and the file's `rows_done`, and only if `rows_done` is what this process last saw. A process whose
 *   file another one has continued changes nothing.
 * - A resumed import reads the file from its beginning and skips `rows_done` rows.
 * - Memory does not depend on the file's size.
 * - A large file lets others run after {@link sliceMs}.
 * - A file that fails each time is tried after growing pauses, and never delays the others.
 */
import { sql } from "kysely";
import { isStoreLost } from "../../platform/database/store-unavailable.ts";
import { inTransaction } from "../../platform/database/transaction.ts";
import type { FailurePauses } from "../../platform/jobs/failure-pauses.ts";
import { lockMatching, matchBatches } from "./match-bank.ts";
import { openReader } from "./readers/open-reader.ts";
import type { SettlementItem, SettlementLine } from "./readers/settlement-items.ts";
import { deletePartsOf } from "./receive-file.ts";
import type { StoredFile } from "./register-file.ts";
import { partPlace } from "./sealed-columns.ts";
import { rowsAtOnce, type SettlementDeps } from "./settlement-deps.ts";
import { storeRows, type TargetBatch } from "./store-rows.ts";

/** Each transaction renews the claim for this long. */
const leaseMs = 60_000;
/** After this time a run lets other files run. */
const sliceMs = 30_000;

/** Imports a file, or a part. "more" if there may be others. Stores `atOnce` rows per transaction. */
export async function importFiles(
  deps: SettlementDeps,
  signal: AbortSignal,
  pauses: FailurePauses,
  atOnce = rowsAtOnce,
): Promise<"more" | undefined> {
  const file = await claimFile(deps);
  if (!file) return undefined;
  const { operator_id: operatorId, settlement_file_id: settlementFileId } = file;
  try {
    await deps.keyring.load(operatorId);
    const isDone = await importFile(deps, file, signal, atOnce);
    pauses.forget(settlementFileId);
    if (isDone) await deletePartsOf(deps, operatorId, settlementFileId);
  } catch (error) {
    if (isStoreLost(error)) throw error;
    const problem = "a settlement file could not be imported";
    deps.log.errorHourly(problem, { operatorId, resourceId: settlementFileId, error });
    await postpone(deps, file, pauses.afterFailure(settlementFileId, error, leaseMs));
  }
  return signal.aborted ? undefined : "more";
}

function claimFile({
  database,
  clock,
  machineClock,
}: SettlementDeps): Promise<StoredFile | undefined> {
  const now = new Date(clock.nowMs());
  // Machine time: moving the sandbox clock must not end a lease.
  const machineMs = machineClock.nowMs();
  const isFree = sql<boolean>`(lease_until is null or lease_until < ${new Date(machineMs)})`;
  return database.kysely
    .with("due", (query) =>
      query
        .selectFrom("settlement_files")
        .select(["operator_id", "settlement_file_id"])
        .where("state", "in", ["pending", "processing"])
        .where(isFree)
        .orderBy("updated_at")
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .updateTable("settlement_files as f")
    .from("due")
    .whereRef("f.operator_id", "=", "due.operator_id")
    .whereRef("f.settlement_file_id", "=", "due.settlement_file_id")
    .set({
      state: "processing",
      lease_until: new Date(machineMs + leaseMs),
      updated_at: now,
    })
    .returningAll("f")
    .executeTakeFirst();
}

/** Leaves a file alone for `pauseMs`, unless this run stored some of its rows: then its lease ends in a minute. */
async function postpone(
  { database, machineClock }: SettlementDeps,
  file: StoredFile,
  pauseMs: number,
): Promise<void> {
  await database.kysely
    .updateTable("settlement_files")
    .set({ lease_until: new Date(machineClock.nowMs() + pauseMs) })
    .where("operator_id", "=", file.operator_id)
    .where("settlement_file_id", "=", file.settlement_file_id)
    .where("state", "=", "processing")
    .where("lease_until", "=", file.lease_until)
    .execute();
}

/** Imports until the file, the slice or the process ends. Resolves to whether the file is done. */
async function importFile(
  deps: SettlementDeps,
  file: StoredFile,
  signal: AbortSignal,
  atOnce: number,
): Promise<boolean> {
  const { operator_id: operatorId, settlement_file_id: settlementFileId } = file;
  const targets = await findTargets(deps, operatorId, settlementFileId);
  const { settings } = await deps.operators.get(operatorId);
  const startMs = performance.now();
  let done = file.rows_done;
  let skip = done;
  let waiting: SettlementLine[] = [];
  const isSliceOver = () => performance.now() - startMs > sliceMs;

  const store = async (lines: SettlementLine[]): Promise<boolean> => {
    const isOurs = await inTransaction(deps.database, async (tx) => {
      const { numUpdatedRows } = await tx
        .updateTable("settlement_files")
        .set({
          rows_done: done + lines.length,
          lease_until: new Date(deps.machineClock.nowMs() + leaseMs),
          updated_at: new Date(deps.clock.nowMs()),
        })
        .where("operator_id", "=", operatorId)
        .where("settlement_file_id", "=", settlementFileId)
        .where("state", "=", "processing")
        .where("rows_done", "=", done)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) return false;
      await storeRows(deps, tx, operatorId, targets, lines, settings.processorFees);
      return true;
    });
    if (isOurs) done += lines.length;
    return isOurs;
  };

  for await (const items of readItems(deps, file)) {
    for (const { line } of items) {
      if (!line || !targets.has(line.batchNo)) continue;
      if (skip > 0) {
        skip -= 1;
        continue;
      }
      waiting.push(line);
      if (waiting.length < atOnce) continue;
      if (!(await store(waiting))) return false;
      waiting = [];
      if (signal.aborted || (isSliceOver() && (await othersWait(deps, settlementFileId)))) {
        await release(deps, file);
        return false;
      }
    }
  }
  if (waiting.length > 0 && !(await store(waiting))) return false;
  return finish(deps, file, done);
}

async function finish(deps: SettlementDeps, file: StoredFile, done: number): Promise<boolean> {
  const { operator_id: operatorId, settlement_file_id: settlementFileId } = file;
  if (done !== file.row_count) {
    throw new Error(`the import stored ${done} of ${file.row_count} rows`);
  }
  return inTransaction(deps.database, async (tx) => {
    // Before the payouts' rows: a person who links one has locked it first.
    await lockMatching(tx, operatorId);
    const now = new Date(deps.clock.nowMs());
    const { numUpdatedRows } = await tx
      .updateTable("settlement_files")
      .set({ state: "processed", lease_until: null, updated_at: now, processed_at: now })
      .where("operator_id", "=", operatorId)
      .where("settlement_file_id", "=", settlementFileId)
      .where("state", "=", "processing")
      .where("rows_done", "=", done)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    const batches = await tx
      .updateTable("settlement_batches")
      .set({ is_complete: true })
      .where("operator_id", "=", operatorId)
      .where("settlement_file_id", "=", settlementFileId)
      .returning("kind")
      .execute();
    if (batches.some(({ kind }) => kind === "processor")) await matchBatches(deps, tx, operatorId);
    return true;
  });
}

/** Whether other files wait. If so, this file pauses. */
async function othersWait(
  { database, machineClock }: SettlementDeps,
  settlementFileId: string,
): Promise<boolean> {
  const waiting = await database.kysely
    .selectFrom("settlement_files")
    .select("settlement_file_id")
    .where("state", "in", ["pending", "processing"])
    .where("settlement_file_id", "!=", settlementFileId)
    .where((where) =>
      where.or([
        where("lease_until", "is", null),
        where("lease_until", "<", new Date(machineClock.nowMs())),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  return waiting !== undefined;
}

/** The next run of any process continues the file. */
async function release({ database }: SettlementDeps, file: StoredFile): Promise<void> {
  await database.kysely
    .updateTable("settlement_files")
    .set({ lease_until: null })
    .where("operator_id", "=", file.operator_id)
    .where("settlement_file_id", "=", file.settlement_file_id)
    .where("state", "=", "processing")
    .execute();
}

async function findTargets(
  { database }: SettlementDeps,
  operatorId: string,
  settlementFileId: string,
): Promise<ReadonlyMap<number, TargetBatch>> {
  const rows = await database.kysely
    .selectFrom("settlement_batches")
    .select(["settlement_batch_id", "batch_no", "source", "kind"])
    .where("operator_id", "=", operatorId)
    .where("settlement_file_id", "=", settlementFileId)
    .execute();
  return new Map(
    rows.map((row) => [
      row.batch_no,
      { settlementBatchId: row.settlement_batch_id, source: row.source, kind: row.kind },
    ]),
  );
}

async function* readItems(
  { database, keyring }: SettlementDeps,
  { operator_id: operatorId, settlement_file_id: settlementFileId, format }: StoredFile,
): AsyncGenerator<SettlementItem[]> {
  const reader = openReader(format);
  for (let partNo = 1; ; partNo += 1) {
    const part = await database.kysely
      .selectFrom("settlement_file_parts")
      .select("content_sealed")
      .where("operator_id", "=", operatorId)
      .where("settlement_file_id", "=", settlementFileId)
      .where("part_no", "=", partNo)
      .executeTakeFirst();
    if (!part) break;
    const place = partPlace(operatorId, settlementFileId, partNo);
    yield reader.push(keyring.decryptField(place, part.content_sealed));
  }
  yield reader.end();
}
