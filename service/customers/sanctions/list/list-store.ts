import { type Selectable, sql } from "kysely";
import {
  isClaimable,
  leaseColumns,
  leaseFor,
  type MachineLease,
} from "../../../platform/database/machine-lease.ts";
import { inTransaction } from "../../../platform/database/transaction.ts";
import type { PlatformDeps } from "../../../platform/platform-deps.ts";
import type { ListEntry, ListedAddress } from "../../../providers/sanctions/index.ts";
import type { LoadedFile, SanctionsListRow } from "../tables.ts";

export type ListStoreDeps = Pick<PlatformDeps, "database" | "clock" | "machineClock">;

export type ListState = Selectable<SanctionsListRow>;

const listId = "ofac";
/** How many entries one statement inserts. */
const entriesAtOnce = 250;
const entriesRead = 2_000;

/** Reads the list's state; undefined before the first refresh. */
export function readListState({
  database,
}: Pick<ListStoreDeps, "database">): Promise<ListState | undefined> {
  return database.kysely
    .selectFrom("sanctions_lists")
    .selectAll()
    .where("list_id", "=", listId)
    .executeTakeFirst();
}

/** Makes the list due now. The job loads it. */
export async function requestRefresh(deps: ListStoreDeps): Promise<void> {
  await insertMissing(deps);
  await deps.database.kysely
    .updateTable("sanctions_lists")
    .set({ next_check_at: new Date(deps.clock.nowMs()) })
    .where("list_id", "=", listId)
    .execute();
}

/** Inserts the list's row if it is missing. The new list is due at once. */
async function insertMissing(deps: ListStoreDeps): Promise<void> {
  if (await readListState(deps)) return;
  await deps.database.kysely
    .insertInto("sanctions_lists")
    .values({
      list_id: listId,
      version: null,
      files: "[]",
      persons: 0,
      addresses: null,
      checked_at: null,
      changed_at: null,
      next_check_at: new Date(deps.clock.nowMs()),
      lease_check_at: null,
      lease_until: null,
      problem: null,
      problem_since: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Claims the refresh; undefined if it is not due, or if another process has it. */
export async function claimRefresh(
  deps: ListStoreDeps,
  forMs: number,
): Promise<{ lease: MachineLease; before: ListState } | undefined> {
  await insertMissing(deps);
  const lease = leaseFor(deps, forMs);
  const before = await deps.database.kysely
    .updateTable("sanctions_lists")
    .set(leaseColumns(lease))
    .where("list_id", "=", listId)
    .where(isClaimable(lease))
    .returningAll()
    .executeTakeFirst();
  return before && { lease, before };
}

/** Deletes unfinished loads. */
export async function deleteOtherLoads(
  { database }: Pick<ListStoreDeps, "database">,
  current: string | null,
): Promise<void> {
  for (const table of ["sanctions_entries", "sanctions_addresses"] as const)
    await database.kysely
      .deleteFrom(table)
      .where("version", "!=", current ?? "")
      .execute();
}

/** Creates a writer that writes in batches, so that memory does not grow with the number of rows. */
export function createListWriter(
  { database }: Pick<ListStoreDeps, "database">,
  version: string,
): { persons: BatchWriter<ListEntry>; addresses: BatchWriter<ListedAddress> } {
  return {
    persons: createBatchWriter((texts, from) =>
      database.kysely
        .insertInto("sanctions_entries")
        .values(texts.map((entry, at) => ({ version, position: from + at, entry })))
        .execute(),
    ),
    addresses: createBatchWriter((texts, from) =>
      database.kysely
        .insertInto("sanctions_addresses")
        .values(texts.map((address, at) => ({ version, position: from + at, address })))
        .execute(),
    ),
  };
}

interface BatchWriter<Item> {
  add(item: Item): Promise<void>;
  /** Writes the rest. Resolves to the total. */
  end(): Promise<number>;
}

function createBatchWriter<Item>(
  insert: (texts: readonly string[], from: number) => Promise<unknown>,
): BatchWriter<Item> {
  let batch: string[] = [];
  let stored = 0;
  const flush = async () => {
    if (batch.length === 0) return;
    const texts = batch;
    batch = [];
    await insert(texts, stored);
    stored += texts.length;
  };
  return {
    async add(item) {
      batch.push(JSON.stringify(item));
      if (batch.length >= entriesAtOnce) await flush();
    },
    async end() {
      await flush();
      return stored;
    },
  };
}

export interface CheckedList {
  readonly version: string;
  readonly files: readonly LoadedFile[];
  readonly persons: number;
  readonly addresses: number;
  readonly nextCheckAtMs: number;
}

/**
 * Makes a load the current one, and deletes the others. False, without a change, if another process has the lease or
 * rows are missing.
 */
export async function swapList(
  { database, clock }: ListStoreDeps,
  lease: MachineLease,
  { version, files, persons, addresses, nextCheckAtMs }: CheckedList,
): Promise<boolean> {
  return inTransaction(database, async (tx) => {
    const now = new Date(clock.nowMs());
    const swapped = await tx
      .updateTable("sanctions_lists")
      .set((row) => ({
        version,
        files: JSON.stringify(files),
        persons,
        addresses,
        checked_at: now,
        changed_at: sql<Date>`case when ${row.ref("version")} is distinct from ${version}
          then ${now}::timestamptz else ${row.ref("changed_at")} end`,
        next_check_at: new Date(nextCheckAtMs),
        problem: null,
        problem_since: null,
      }))
      .where("list_id", "=", listId)
      .where(isHeld(lease))
      .where(
        sql<boolean>`(select count(*) from sanctions_entries where version = ${version}) = ${persons}
          and (select count(*) from sanctions_addresses where version = ${version}) = ${addresses}`,
      )
      .executeTakeFirst();
    if (swapped.numUpdatedRows !== 1n) return false;
    for (const table of ["sanctions_entries", "sanctions_addresses"] as const)
      await tx.deleteFrom(table).where("version", "!=", version).execute();
    return true;
  });
}

/** Stores why the refresh failed. The list stays. */
export async function storeProblem(
  { database, clock }: ListStoreDeps,
  lease: MachineLease,
  problem: string,
  nextCheckAtMs: number,
): Promise<void> {
  await database.kysely
    .updateTable("sanctions_lists")
    .set((row) => ({
      problem,
      problem_since: row.fn.coalesce(row.ref("problem_since"), row.val(new Date(clock.nowMs()))),
      next_check_at: new Date(nextCheckAtMs),
    }))
    .where("list_id", "=", listId)
    .where(isHeld(lease))
    .execute();
}

/** Releases the claim, so that the refresh is due at once. */
export async function endRefresh(
  { database, clock }: ListStoreDeps,
  lease: MachineLease,
): Promise<void> {
  await database.kysely
    .updateTable("sanctions_lists")
    .set({ next_check_at: new Date(clock.nowMs()) })
    .where("list_id", "=", listId)
    .where(isHeld(lease))
    .execute();
}

function isHeld({ untilMs, machineUntilMs }: MachineLease) {
  return sql<boolean>`next_check_at = ${new Date(untilMs)}
    and lease_until = ${new Date(machineUntilMs)}`;
}

/** Reads a load's entries; undefined if the load was replaced in the meantime. */
export async function readEntries(
  { database }: Pick<ListStoreDeps, "database">,
  version: string,
  persons: number,
): Promise<ListEntry[] | undefined> {
  const entries = await readAll((from) =>
    database.kysely
      .selectFrom("sanctions_entries")
      .select("entry as item")
      .where("version", "=", version)
      .where("position", ">=", from)
      .orderBy("position")
      .limit(entriesRead)
      .execute(),
  );
  return entries.length === persons ? entries : undefined;
}

/** Reads a load's addresses; undefined if the load was replaced in the meantime. */
export async function readAddresses(
  { database }: Pick<ListStoreDeps, "database">,
  version: string,
  count: number,
): Promise<ListedAddress[] | undefined> {
  const addresses = await readAll((from) =>
    database.kysely
      .selectFrom("sanctions_addresses")
      .select("address as item")
      .where("version", "=", version)
      .where("position", ">=", from)
      .orderBy("position")
      .limit(entriesRead)
      .execute(),
  );
  return addresses.length === count ? addresses : undefined;
}

async function readAll<Item>(
  readFrom: (position: number) => Promise<readonly { readonly item: Item }[]>,
): Promise<Item[]> {
  const all: Item[] = [];
  for (;;) {
    const rows = await readFrom(all.length);
    all.push(...rows.map(({ item }) => item));
    if (rows.length < entriesRead) return all;
  }
}
