import type { Tx } from "../../platform/database/transaction.ts";
import type { AchDeps } from "./ach-deps.ts";

/**
 * Keeps a queued entry out of files until it is released or canceled. `too_late`: it is in a file already; the row's
 * lock settles which comes first. `unknown`: it was never ordered.
 */
export async function holdEntry(
  { clock }: Pick<AchDeps, "clock">,
  tx: Tx,
  operatorId: string,
  entryKey: string,
): Promise<"held" | "too_late" | "unknown"> {
  const now = new Date(clock.nowMs());
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
    .select("ach_entry_id")
    .where("operator_id", "=", operatorId)
    .where("entry_key", "=", entryKey)
    .executeTakeFirst();
  return found ? "too_late" : "unknown";
}

/** Lets a held entry go into the next file. Does nothing for one that is not held. */
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
