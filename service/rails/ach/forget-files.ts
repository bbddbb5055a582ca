/**
 * Deletes the ACH folder's files, which hold names and account numbers, when their time is over:
 * - the bank's files in `inbox/done` and `inbox/refused`, `retentionDays` after they were moved there. The hash of
 *   what was read stays in `ach_return_files`, so that a file that comes again is still known;
 * - our own files that are left in the outbox, `retentionDays` after they were handed over. Their text follows
 *   from the rows. One whose handing over was cut off stays: somebody has to decide about it first;
 * - what a killed process left in the outbox under a hidden name, after a day.
 */
import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { AchDeps } from "./ach-deps.ts";
import { fileName } from "./render-file.ts";

const dayMs = 24 * 60 * 60 * 1000;

/** One round of the job. */
export async function forgetFiles(deps: AchDeps): Promise<void> {
  const { folder, retentionDays } = deps.config.ach;
  const nowMs = deps.clock.nowMs();
  const before = nowMs - retentionDays * dayMs;
  for (const moved of ["done", "refused"]) {
    await deleteOld(join(folder, "inbox", moved), before, () => true);
  }
  const outbox = join(folder, "outbox");
  await deleteOld(outbox, nowMs - dayMs, (name) => name.startsWith(".ACH-"));
  await deleteHandedOver(deps, outbox, new Date(before));
}

async function deleteHandedOver(deps: AchDeps, outbox: string, before: Date): Promise<void> {
  const there = new Set(await namesIn(outbox));
  if (there.size === 0) return;
  const rows = await deps.database.kysely
    .selectFrom("ach_files")
    .select(["bank_date", "id_modifier"])
    .where("status", "in", ["handed_over", "acknowledged"])
    .where("written_at", "<=", before)
    .execute();
  for (const row of rows) {
    const name = fileName(row);
    if (there.has(name)) await rm(join(outbox, name), { force: true });
  }
}

/** By the time that a file was put there; see `moveAway` in take-returns.ts. */
async function deleteOld(
  folder: string,
  beforeMs: number,
  isMeant: (name: string) => boolean,
): Promise<void> {
  for (const name of await namesIn(folder)) {
    if (!isMeant(name)) continue;
    const path = join(folder, name);
    // Another process may have deleted it.
    const found = await stat(path).catch(() => null);
    if (found && found.mtimeMs <= beforeMs) await rm(path, { force: true });
  }
}

/** Names of files, hidden ones too; none where the folder does not exist yet. */
async function namesIn(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}
