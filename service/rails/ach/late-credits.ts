import type { Tx } from "../../platform/database/transaction.ts";
import { bankTime } from "../../providers/nacha/index.ts";
import type { AchDeps } from "./ach-deps.ts";
import { type AchEvent, nextAchStatus } from "./ach-states.ts";
import { reversibleUntil } from "./order-entry.ts";
import { fileName } from "./render-file.ts";
import { backInQueue, isReleased, outOfFile, shortenFile } from "./shorten-file.ts";
import type { AchEntryRow, AchFileRow } from "./tables.ts";

type Deps = Pick<AchDeps, "clock" | "log">;

/**
 * Cancels the queued credits that must not go into a file of this day (`YYYY-MM-DD`), and returns the other entries:
 * - a reversal that would reach the bank too late, because its cut-off passed while no service ran;
 * - a refund of a debit that came back, because its customer already has the money.
 *
 * The refund then fails (payments/refunds/ach-entry-outcome.ts). The debits are not locked: a return locks its debit
 * first and then waits for these entries.
 */
export async function withoutLateCredits(
  deps: Deps,
  tx: Tx,
  rows: readonly AchEntryRow[],
  date: string,
): Promise<AchEntryRow[]> {
  const inTime: AchEntryRow[] = [];
  for (const row of rows) {
    if (await canGoOut(tx, row, date)) inTime.push(row);
    else await cancel(deps, tx, row, "canceled");
  }
  return inTime;
}

/**
 * Does the same before a file's hand-over. The file can be older than a day: the disk or a key service failed, or staff
 * released it. Its row must be locked and `made`. Without entries it ends as `emptied`. Returns whether it took any
 * entry out.
 *
 * Without `refunds`, the other refunds of debits go back into the queue, except from a file that staff released.
 */
export async function takeOutLateCredits(
  deps: Deps,
  tx: Tx,
  file: AchFileRow,
  { refunds }: { readonly refunds: boolean },
): Promise<boolean> {
  const keepsRefunds = refunds || isReleased(file);
  const { date } = bankTime(deps.clock.nowMs());
  const credits = await tx
    .selectFrom("ach_entries")
    .selectAll()
    .where("ach_file_id", "=", file.ach_file_id)
    .where("status", "=", "filed")
    .where("debit_key", "is not", null)
    .forUpdate()
    .execute();
  let count = 0;
  let sum = 0;
  for (const row of credits) {
    const isInTime = await canGoOut(tx, row, date);
    if (isInTime && keepsRefunds) continue;
    if (isInTime) await putBack(deps, tx, row);
    else await cancel(deps, tx, row, "taken_out");
    count += 1;
    sum += row.amount_minor;
  }
  if (count === 0) return false;
  const isEmpty = await shortenFile(tx, file, { count, sumMinor: sum });
  if (isEmpty) deps.log.error("an ACH file has no entries left", { name: fileName(file) });
  return true;
}

async function canGoOut(tx: Tx, row: AchEntryRow, date: string): Promise<boolean> {
  if (row.debit_key === null) return true;
  const debit = await tx
    .selectFrom("ach_entries")
    .selectAll()
    .where("operator_id", "=", row.operator_id)
    .where("entry_key", "=", row.debit_key)
    .executeTakeFirst();
  if (debit?.status !== "settled") return false;
  if (!row.is_reversal) return true;
  const until = reversibleUntil(debit);
  return until !== null && date <= until && debit.amount_minor === row.amount_minor;
}

async function putBack({ clock }: Deps, tx: Tx, row: AchEntryRow): Promise<void> {
  await tx
    .updateTable("ach_entries")
    .set({
      ...backInQueue(),
      version: row.version + 1,
      updated_at: new Date(clock.nowMs()),
    })
    .where("operator_id", "=", row.operator_id)
    .where("ach_entry_id", "=", row.ach_entry_id)
    .execute();
}

async function cancel({ clock, log }: Deps, tx: Tx, row: AchEntryRow, event: AchEvent) {
  const status = nextAchStatus(row.status, event);
  if (status === undefined) throw new Error(`a ${row.status} entry cannot be ${event}`);
  await tx
    .updateTable("ach_entries")
    .set({
      status,
      ...outOfFile,
      version: row.version + 1,
      updated_at: new Date(clock.nowMs()),
    })
    .where("operator_id", "=", row.operator_id)
    .where("ach_entry_id", "=", row.ach_entry_id)
    .execute();
  const what = row.is_reversal ? "reversal" : "refund";
  log.error(`an ACH ${what} must not go out and was canceled`, { entryKey: row.entry_key });
}
