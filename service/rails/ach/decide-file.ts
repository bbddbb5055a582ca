import { requireActorStillAllowed } from "../../operators/accounts/index.ts";
import { type AuditActor, appendAudit } from "../../operators/audit/index.ts";
import { inTransaction } from "../../platform/database/transaction.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import type { AchDeps } from "./ach-deps.ts";
import { decisionAfterMs, outboxOf } from "./hand-over.ts";
import { moveFile } from "./move-file.ts";
import { withdrawFile } from "./outbox.ts";
import { fileName } from "./render-file.ts";
import type { AchFileRow } from "./tables.ts";

export interface FileDecision {
  readonly achFileId: string;
  /** `confirmed`: the bank has the file. `released`: it does not; hand it over again. */
  readonly decision: "confirmed" | "released";
  readonly reason: string;
  readonly actor: AuditActor;
  /** Absent: may decide about files with other operators' entries. */
  readonly operatorId?: string;
}

/** A file with counts and sums of the operator's entries only. */
export interface FileForStaff {
  readonly achFileId: string;
  readonly name: string;
  readonly status: AchFileRow["status"];
  /** When the service began to hand it over. */
  readonly since: Date | null;
  readonly needsDecision: boolean;
  /** The file has other operators' entries. Then only the command line can decide. */
  readonly isShared: boolean;
  readonly entryCount: number;
  readonly debitMinor: number;
  readonly creditMinor: number;
}

type Deps = Pick<AchDeps, "clock" | "database" | "keyring">;

export function needsDecision(file: AchFileRow, nowMs: number): boolean {
  return (
    file.status === "handing_over" && nowMs - (file.written_at?.getTime() ?? 0) >= decisionAfterMs
  );
}

/**
 * Applies a decision, with an audit entry for each operator in the file. A released file leaves the outbox, so that the
 * bank does not collect it: the next hand-over can carry fewer entries (late-credits.ts). Throws ApiError
 * `resource_not_found`, `ach_file_shared`, what `requireActorStillAllowed` throws, or `conflicting_state` unless the
 * file needs a decision.
 */
export async function decideFile(
  deps: Deps & Pick<AchDeps, "config">,
  decision: FileDecision,
): Promise<void> {
  const { achFileId, reason, actor, operatorId } = decision;
  const { kysely } = deps.database;
  const owners = await kysely
    .selectFrom("ach_entries")
    .select("operator_id")
    .distinct()
    .where("ach_file_id", "=", achFileId)
    .orderBy("operator_id")
    .execute();
  const operatorIds = owners.map(({ operator_id }) => operator_id);
  const isFound =
    operatorId === undefined ? operatorIds.length > 0 : operatorIds.includes(operatorId);
  if (!isFound) throw new ApiError("resource_not_found");
  if (operatorId !== undefined && operatorIds.length > 1) throw new ApiError("ach_file_shared");
  for (const each of operatorIds) await deps.keyring.load(each);
  await inTransaction(deps.database, async (tx) => {
    const file = await tx
      .selectFrom("ach_files")
      .selectAll()
      .where("ach_file_id", "=", achFileId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (operatorId !== undefined)
      await requireActorStillAllowed(tx, operatorId, actor, "bank_files.decide");
    if (!needsDecision(file, deps.clock.nowMs())) throw new ApiError("conflicting_state");
    if (!(await moveFile(deps, tx, achFileId, decision.decision, { reason })))
      throw new ApiError("conflicting_state");
    if (decision.decision === "released") await withdrawFile(outboxOf(deps), fileName(file));
    for (const each of operatorIds) {
      await appendAudit(deps, tx, each, {
        actor,
        action: `ach_file.${decision.decision}`,
        subject: { type: "ach_file", id: achFileId },
        details: { name: fileName(file), reason },
      });
    }
  });
}

/** Lists open files of one operator or of all. */
export async function listOpenFiles(deps: Deps, operatorId?: string): Promise<FileForStaff[]> {
  let query = deps.database.kysely
    .selectFrom("ach_files as f")
    .innerJoin("ach_entries as e", "e.ach_file_id", "f.ach_file_id")
    .selectAll("f")
    .select(["e.operator_id", "e.direction"])
    .select((select) => [
      select.fn.countAll<number>().as("count"),
      select.fn.sum<number>("e.amount_minor").as("sum"),
    ])
    .where("f.status", "=", "handing_over")
    .groupBy(["f.ach_file_id", "e.operator_id", "e.direction"])
    .orderBy("f.created_at");
  if (operatorId !== undefined) {
    query = query.where("f.ach_file_id", "in", (select) =>
      select
        .selectFrom("ach_entries")
        .select("ach_file_id")
        .where("operator_id", "=", operatorId)
        .$narrowType<{ ach_file_id: string }>(),
    );
  }
  const rows = await query.execute();
  const nowMs = deps.clock.nowMs();
  return [...new Set(rows.map(({ ach_file_id }) => ach_file_id))].map((achFileId) => {
    const parts = rows.filter((row) => row.ach_file_id === achFileId);
    const own = parts.filter((row) => operatorId === undefined || row.operator_id === operatorId);
    const sumOf = (direction: "credit" | "debit") =>
      own
        .filter((row) => row.direction === direction)
        .reduce((sum, row) => sum + Number(row.sum), 0);
    const [file] = parts as [(typeof parts)[number]];
    return {
      achFileId,
      name: fileName(file),
      status: file.status,
      since: file.written_at,
      needsDecision: needsDecision(file, nowMs),
      isShared: new Set(parts.map((row) => row.operator_id)).size > 1,
      entryCount: own.reduce((count, row) => count + Number(row.count), 0),
      debitMinor: sumOf("debit"),
      creditMinor: sumOf("credit"),
    };
  });
}
