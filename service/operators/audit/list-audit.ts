import type { PageQuery } from "#contract/lists";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import type { AuditEntryRow } from "./tables.ts";

/** An entry must match all given fields. */
export interface AuditFilter {
  action?: string | undefined;
  /** A staff id, or a kind of actor. */
  actor?: string | undefined;
  subjectId?: string | undefined;
}

/** Lists audit entries, newest first. */
export async function listAudit(
  { database }: Pick<PlatformDeps, "database">,
  operatorId: string,
  { page, size }: PageQuery,
  { action, actor, subjectId }: AuditFilter = {},
): Promise<{ rows: AuditEntryRow[]; total: number }> {
  let query = database.kysely.selectFrom("audit_entries").where("operator_id", "=", operatorId);
  if (action) query = query.where("action", "=", action);
  if (subjectId) query = query.where("subject_id", "=", subjectId);
  if (actor) {
    query = query.where((where) =>
      where.or([where("actor_id", "=", actor), where("actor_kind", "=", actor as "staff")]),
    );
  }
  const { total } = await query
    .select((select) => select.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  const rows = await query
    .selectAll()
    .orderBy("sequence", "desc")
    .limit(size)
    .offset((page - 1) * size)
    .execute();
  return { rows, total: Number(total) };
}
