import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rename, stat, utimes } from "node:fs/promises";
import { join } from "node:path";
import { NachaFormatError } from "#contract/connectors/nacha/record-layouts";
import { isStoreLost } from "../../platform/database/store-unavailable.ts";
import { inTransaction, type Tx } from "../../platform/database/transaction.ts";
import { type AchReturn, readReturns } from "../../providers/nacha/index.ts";
import type { AchDeps } from "./ach-deps.ts";
import { nextAchStatus, statusesBefore } from "./ach-states.ts";
import { moveFile } from "./move-file.ts";
import { cancelRefundsOf } from "./order-entry.ts";
import { postReturned } from "./post-debits.ts";

/** Larger than any day's returns. */
const maxBytes = 50 * 1024 * 1024;

/** Size and time of unreadable files at the last read, by name. */
export type UnreadFiles = Map<string, string>;

/**
 * Applies the bank's acknowledgements and returns. One transaction applies a file's returns and records the file, so a
 * repeated file changes nothing. Applied files move to `inbox/done`. Unreadable files are logged and move to
 * `inbox/refused`, with no part applied, but only if they are unchanged since the last round: the bank may still be
 * writing them.
 *
 * A file that fails in another way stays and does not hold the others. Throws its error after the last file. Afterwards
 * `unread` has the unreadable files that stay.
 */
export async function readInbox(deps: AchDeps, unread: UnreadFiles): Promise<void> {
  const inbox = join(deps.config.ach.folder, "inbox");
  const failures: unknown[] = [];
  for (const name of await filesIn(inbox)) {
    try {
      await readOne(deps, inbox, name, unread);
    } catch (error) {
      // Another process also reads the inbox, and has moved the file.
      if (isMissing(error)) continue;
      if (isStoreLost(error)) throw error;
      deps.log.errorHourly("a file from the bank could not be applied", { name, error });
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}

async function readOne(
  deps: AchDeps,
  inbox: string,
  name: string,
  unread: UnreadFiles,
): Promise<void> {
  const path = join(inbox, name);
  let moved: "done" | "refused" = "done";
  const { size, mtimeMs } = await stat(path);
  try {
    if (size > maxBytes) throw new NachaFormatError("the file is too large");
    const text = await readFile(path, "latin1");
    if (name.endsWith(".ack")) await applyAcknowledgement(deps, name, text);
    else await applyReturnFile(deps, name, text);
  } catch (error) {
    if (!(error instanceof NachaFormatError)) throw error;
    const version = `${size} ${mtimeMs}`;
    if (unread.get(name) !== version) {
      unread.set(name, version);
      return;
    }
    deps.log.error("a file from the bank cannot be read", { name, error });
    moved = "refused";
  }
  unread.delete(name);
  await moveAway(deps, path, join(inbox, moved), name);
}

/**
 * Sets the file's time to now, when its retention starts (delete-old-files.ts). If an earlier file has its name, which
 * some banks use every day, the time becomes part of the name.
 */
async function moveAway(deps: AchDeps, path: string, to: string, name: string): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 });
  const now = new Date(deps.clock.nowMs());
  await utimes(path, now, now);
  const isTaken = (await readdir(to)).includes(name);
  await rename(path, join(to, isTaken ? `${now.toISOString().replace(/\D/g, "")}-${name}` : name));
}

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === "ENOENT";
}

async function applyReturnFile(deps: AchDeps, name: string, text: string): Promise<void> {
  const found = readReturns(text);
  const returns = found.filter((each) => each.kind === "return");
  const contentHash = createHash("sha256").update(text).digest("hex");
  await inTransaction(deps.database, async (tx) => {
    const fresh = await tx
      .insertInto("ach_return_files")
      .values({
        content_hash: contentHash,
        name,
        return_count: returns.length,
        change_count: found.length - returns.length,
        unknown_count: 0,
        read_at: new Date(deps.clock.nowMs()),
      })
      .onConflict((conflict) => conflict.column("content_hash").doNothing())
      .executeTakeFirst();
    if (fresh.numInsertedOrUpdatedRows === 0n) return;
    let unknown = 0;
    for (const each of returns) if (!(await applyReturn(deps, tx, each))) unknown += 1;
    if (unknown > 0) {
      deps.log.error("returns of unknown or ended entries", { name, unknown });
      await tx
        .updateTable("ach_return_files")
        .set({ unknown_count: unknown })
        .where("content_hash", "=", contentHash)
        .execute();
    }
  });
}

/** Applies a return. False if no entry with that trace number and amount can be returned. */
async function applyReturn(deps: AchDeps, tx: Tx, returned: AchReturn): Promise<boolean> {
  const row = await tx
    .selectFrom("ach_entries")
    .selectAll()
    .where("trace_number", "=", returned.originalTraceNumber)
    .where("status", "in", statusesBefore("came_back"))
    // Trace numbers wrap after ten million entries. The return is of the newest one.
    .orderBy("created_at", "desc")
    .limit(1)
    .forUpdate()
    .executeTakeFirst();
  const status = row && nextAchStatus(row.status, "came_back");
  if (!row || status === undefined || row.amount_minor !== returned.amountMinor) return false;
  await tx
    .updateTable("ach_entries")
    .set({
      status,
      return_code: returned.code,
      version: row.version + 1,
      updated_at: new Date(deps.clock.nowMs()),
    })
    .where("ach_entry_id", "=", row.ach_entry_id)
    .execute();
  await postReturned(deps, tx, row);
  await cancelRefundsOf(deps, tx, row);
  // A returned entry proves that the bank has the file.
  if (row.ach_file_id !== null) await moveFile(deps, tx, row.ach_file_id, "acknowledged");
  return true;
}

/** The output of `sha256sum`: the hash, optionally with a name. */
const acknowledgement = /^([0-9a-f]{64})(?:\s+\*?\S+)?\s*$/;

/** Applies `<anything>.ack`, which contains the SHA-256 of a file. Throws if that file is unknown. */
async function applyAcknowledgement(deps: AchDeps, name: string, text: string): Promise<void> {
  const contentHash = acknowledgement.exec(text)?.[1];
  if (contentHash === undefined)
    throw new NachaFormatError("an acknowledgement must be one line with the SHA-256 of a file");
  const file = await deps.database.kysely
    .selectFrom("ach_files")
    .select("ach_file_id")
    .where("content_hash", "=", contentHash)
    .executeTakeFirst();
  if (!file) throw new NachaFormatError("no file has this SHA-256");
  const isMoved = await inTransaction(deps.database, (tx) =>
    moveFile(deps, tx, file.ach_file_id, "acknowledged"),
  );
  if (isMoved) deps.log.info("the bank acknowledged an ACH file", { name });
}

async function filesIn(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile() && !entry.name.startsWith("."))
      .map(({ name }) => name)
      .sort();
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}
