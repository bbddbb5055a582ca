import type { Tx } from "../../platform/database/transaction.ts";
import { nextFileStatus } from "./ach-file-states.ts";
import { nextAchStatus } from "./ach-states.ts";
import type { AchFileRow } from "./tables.ts";

export const outOfFile = {
  ach_file_id: null,
  batch_number: null,
  trace_number: null,
  effective_date: null,
  settles_on: null,
} as const;

/** What puts an entry of a file that was never handed over back into the queue. */
export function backInQueue() {
  const status = nextAchStatus("filed", "put_back");
  if (status === undefined) throw new Error("a filed entry cannot go back into the queue");
  // The source knows `filed` at most, so it needs no report.
  return { status, told_status: status, ...outOfFile };
}

/** Whether staff released the file. Nothing is put back from it: the bank may prove that it has the first copy. */
export function isReleased({ reason, content_hash }: AchFileRow): boolean {
  return reason !== null || content_hash !== null;
}

/**
 * Records that a locked file in `made` has lost this many credits. True if none are left: the file ends as `emptied`.
 */
export async function shortenFile(
  tx: Tx,
  file: AchFileRow,
  lost: { readonly count: number; readonly sumMinor: number },
): Promise<boolean> {
  const emptied = nextFileStatus(file.status, "emptied");
  if (emptied === undefined) throw new Error("only a file that is not handed over can change");
  const isEmpty = lost.count === file.entry_count;
  await tx
    .updateTable("ach_files")
    .set({
      entry_count: file.entry_count - lost.count,
      credit_minor: file.credit_minor - lost.sumMinor,
      status: isEmpty ? emptied : file.status,
      // The bank cannot acknowledge bytes that no longer exist.
      content_hash: null,
    })
    .where("ach_file_id", "=", file.ach_file_id)
    .execute();
  return isEmpty;
}
