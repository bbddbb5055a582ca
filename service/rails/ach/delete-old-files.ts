/**
 * Deletes old files from the ACH folder, because they hold names and account numbers:
 * - the bank's files in `inbox/done` and `inbox/refused`, `retentionDays` after they were moved there.
 * `ach_return_files` keeps the hash, to recognize the same file;
 * - our files in the outbox, `retentionDays` after their hand-over, unless they still need a decision. Their text can
 * be rendered from the rows;
 * - hidden files that a killed process left in the outbox, after a day.
 */
import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { AchDeps } from "./ach-deps.ts";
import { fileName } from "./render-file.ts";

const dayMs = 24 * 60 * 60 * 1000;

export async function deleteOldFiles(deps: AchDeps): Promise<void> {
  const { folder, retentionDays } = deps.config.ach;
  const nowMs = deps.clock.nowMs();
  const before = nowMs - retentionDays * dayMs;
  for (const moved of ["done", "refused"]) {
    await deleteOld(join(folder, "inbox", moved), before, () => true);
  }
  const outbox = join(folder, "outbox");
  await deleteOld(outbox, deps.machineClock.nowMs() - dayMs, (name) => name.startsWith(".ACH-"));
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

/** Goes by the time of the move to this folder; see `moveAway` in read-inbox.ts. */
async function deleteOld(
  folder: string,
  beforeMs: number,
  isIncluded: (name: string) => boolean,
): Promise<void> {
  for (const name of await namesIn(folder)) {
    if (!isIncluded(name)) continue;
    const path = join(folder, name);
    // Another process may have deleted it.
    const stats = await stat(path).catch(() => null);
    if (stats && stats.mtimeMs <= beforeMs) await rm(path, { force: true });
  }
}

/** Includes hidden files. Empty when the folder does not exist yet. */
async function namesIn(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}
