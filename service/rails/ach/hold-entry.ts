import type { Tx } from "../../platform/database/transaction.ts";
import type { AchDeps } from "./ach-deps.ts";
import { fileName } from "./render-file.ts";
import { backInQueue, isReleased, shortenFile } from "./shorten-file.ts";

/**
 * Keeps an entry out of files until it is released or canceled. A credit in a file that was never handed over goes back
 * to the queue; the locks settle which comes first. `too_late`: the bank may have it. `unknown`: it was never ordered.
 */
export async function holdEntry(
  deps: Pick<AchDeps, "clock" | "log">,
  tx: Tx,
  operatorId: string,
  entryKey: string,
): Promise<"held" | "too_late" | "unknown"> {
  const now = new Date(deps.clock.nowMs());
  const { numUpdatedRows } = await tx
    .updateTable("ach_entries")
    .set((column) => ({
      held_at: column.fn.coalesce("held_at", column.val(now)),
      version: column("version", "+", 1),
      updated_at: now,
    }))
    .where("operator_id", "=", operatorId)
    .where("entry_key", "=", entryKey)
    .where("status", "=", "queued")
    .executeTakeFirst();
  if (numUpdatedRows === 1n) return "held";
  const found = await tx
    .selectFrom("ach_entries")
    .select("ach_file_id")
    .where("operator_id", "=", operatorId)
    .where("entry_key", "=", entryKey)
    .executeTakeFirst();
  if (!found) return "unknown";
  const { ach_file_id: achFileId } = found;
  const isOut =
    achFileId !== null && (await takeOutOfFile(deps, tx, { achFileId, operatorId, entryKey }));
  return isOut ? "held" : "too_late";
}

/** Takes a credit out of a waiting file only, and not out of one that staff released. */
async function takeOutOfFile(
  { clock, log }: Pick<AchDeps, "clock" | "log">,
  tx: Tx,
  {
    achFileId,
    operatorId,
    entryKey,
  }: { readonly achFileId: string; readonly operatorId: string; readonly entryKey: string },
): Promise<boolean> {
  // Locks the file first, as its hand-over does (hand-over.ts), which then checks the number of entries again.
  const file = await tx
    .selectFrom("ach_files")
    .selectAll()
    .where("ach_file_id", "=", achFileId)
    .where("status", "=", "made")
    .forUpdate()
    .executeTakeFirst();
  if (!file || isReleased(file)) return false;
  const now = new Date(clock.nowMs());
  const row = await tx
    .updateTable("ach_entries")
    .set((column) => ({
      ...backInQueue(),
      held_at: now,
      version: column("version", "+", 1),
      updated_at: now,
    }))
    .where("operator_id", "=", operatorId)
    .where("entry_key", "=", entryKey)
    .where("ach_file_id", "=", achFileId)
    .where("status", "=", "filed")
    .where("direction", "=", "credit")
    .returning("amount_minor")
    .executeTakeFirst();
  if (!row) return false;
  if (await shortenFile(tx, file, { count: 1, sumMinor: row.amount_minor }))
    log.info("an ACH file has no entries left: all are held", { name: fileName(file) });
  return true;
}

/** Lets an entry go into the next file. Does nothing for entries that are not held. */
export async function releaseEntry(
  { clock }: Pick<AchDeps, "clock">,
  tx: Tx,
  operatorId: string,
  entryKey: string,
): Promise<void> {
  await tx
    .updateTable("ach_entries")
    .set((column) => ({
      held_at: null,
      version: column("version", "+", 1),
      updated_at: new Date(clock.nowMs()),
    }))
    .where("operator_id", "=", operatorId)
    .where("entry_key", "=", entryKey)
    .where("held_at", "is not", null)
    .execute();
}
