import type { Tx } from "../../platform/database/transaction.ts";
import { bankTime } from "../../providers/nacha/index.ts";
import type { AchDeps } from "./ach-deps.ts";
import { type AchFileEvent, atTheBank, nextFileStatus } from "./ach-file-states.ts";
import { settlementDate } from "./cut-off.ts";

interface Transition {
  /** Moves the file only for the attempt with this token. */
  readonly token?: string;
  /** Why staff decided this way. */
  readonly reason?: string;
}

/**
 * Moves a file; false if the table has no such transition. Entries of a file that reaches the bank late also settle
 * later.
 */
export async function moveFile(
  deps: Pick<AchDeps, "clock">,
  tx: Tx,
  achFileId: string,
  event: Exclude<AchFileEvent, "began">,
  { token, reason }: Transition = {},
): Promise<boolean> {
  const row = await tx
    .selectFrom("ach_files")
    .selectAll()
    .where("ach_file_id", "=", achFileId)
    .forUpdate()
    .executeTakeFirst();
  if (!row || (token !== undefined && row.hand_over_token !== token)) return false;
  const status = nextFileStatus(row.status, event);
  if (status === undefined) return false;
  const isBack = status === "made";
  await tx
    .updateTable("ach_files")
    .set({
      status,
      reason: reason ?? row.reason,
      hand_over_token: isBack ? null : row.hand_over_token,
      written_at: isBack ? null : (row.written_at ?? new Date(deps.clock.nowMs())),
    })
    .where("ach_file_id", "=", achFileId)
    .execute();
  if (!atTheBank.includes(row.status) && atTheBank.includes(status)) {
    const settlesOn = settlementDate(bankTime(deps.clock.nowMs()).date);
    await tx
      .updateTable("ach_entries")
      .set({ settles_on: settlesOn })
      .where("ach_file_id", "=", achFileId)
      .where("status", "=", "filed")
      .where("settles_on", "<", settlesOn)
      .execute();
  }
  return true;
}
