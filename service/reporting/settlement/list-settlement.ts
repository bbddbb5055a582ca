import type { BreakClass, BreakState, SettlementFile } from "#contract/api/settlement-files";
import { type ListSort, orderOf, type PageQuery } from "#contract/lists";
import { countRows, presentFile } from "./present.ts";
import type { SettlementDeps } from "./settlement-deps.ts";

/** Lists settlement files, by default newest first. */
export async function listFiles(
  { database }: Pick<SettlementDeps, "database">,
  operatorId: string,
  { page, size, sort = "newest" }: PageQuery & { readonly sort?: ListSort | undefined },
): Promise<{ data: SettlementFile[]; page: number; size: number; total: number }> {
  const query = database.kysely
    .selectFrom("settlement_files")
    .where("operator_id", "=", operatorId);
  const { total } = await query
    .select((select) => select.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  const files = await query
    .selectAll()
    .orderBy("settlement_file_id", orderOf(sort).direction)
    .limit(size)
    .offset((page - 1) * size)
    .execute();
  const ids = files.map((file) => file.settlement_file_id);
  const counts = await countRows(database.kysely, operatorId, ids);
  const none = { matched: 0, breaks: 0 };
  return {
    data: files.map((file) =>
      presentFile(file, counts.get(file.settlement_file_id) ?? none, false),
    ),
    page,
    size,
    total: Number(total),
  };
}

export async function findFile(
  { database }: Pick<SettlementDeps, "database">,
  operatorId: string,
  settlementFileId: string,
): Promise<SettlementFile | undefined> {
  const file = await database.kysely
    .selectFrom("settlement_files")
    .selectAll()
    .where("operator_id", "=", operatorId)
    .where("settlement_file_id", "=", settlementFileId)
    .executeTakeFirst();
  if (!file) return undefined;
  const counts = await countRows(database.kysely, operatorId, [settlementFileId]);
  return presentFile(file, counts.get(settlementFileId) ?? { matched: 0, breaks: 0 }, false);
}

export interface BreakFilter {
  readonly states?: readonly BreakState[] | undefined;
  readonly class?: BreakClass | undefined;
  readonly source?: string | undefined;
  /** The owner of the breaks; null for breaks without an owner. */
  readonly owner?: string | null | undefined;
  readonly openedFrom?: Date | undefined;
  readonly openedBefore?: Date | undefined;
}

/** Lists breaks, by default the oldest first: they wait longest. */
export async function listBreaks(
  { database }: Pick<SettlementDeps, "database">,
  operatorId: string,
  { page, size, sort = "oldest" }: PageQuery & { readonly sort?: ListSort | undefined },
  filter: BreakFilter,
) {
  let query = database.kysely.selectFrom("settlement_breaks").where("operator_id", "=", operatorId);
  if (filter.states) query = query.where("state", "in", [...filter.states]);
  if (filter.class) query = query.where("class", "=", filter.class);
  if (filter.source) query = query.where("source", "=", filter.source);
  if (filter.owner === null) query = query.where("owner_staff_id", "is", null);
  else if (filter.owner) query = query.where("owner_staff_id", "=", filter.owner);
  if (filter.openedFrom) query = query.where("opened_at", ">=", filter.openedFrom);
  if (filter.openedBefore) query = query.where("opened_at", "<", filter.openedBefore);
  const { total } = await query
    .select((select) => select.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  const { by, direction } = orderOf(sort);
  const ordered =
    by === "time"
      ? query.orderBy("opened_at", direction)
      : query.orderBy("currency").orderBy("amount_minor", direction);
  const breaks = await ordered
    .selectAll()
    .orderBy("settlement_break_id", direction)
    .limit(size)
    .offset((page - 1) * size)
    .execute();
  return { breaks, total: Number(total) };
}
