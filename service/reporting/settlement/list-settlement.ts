import type { Selectable } from "kysely";
import type { BreakClass, BreakState, SettlementFile } from "#contract/api/settlement-files";
import { type ListSort, orderOf, type PageQuery } from "#contract/lists";
import { anyOf, placeIn } from "../../platform/database/any-of.ts";
import { countRows, presentFile } from "./present.ts";
import type { SettlementDeps } from "./settlement-deps.ts";
import type { SettlementBreakRow, SettlementFileRow } from "./tables.ts";
import { type WholeList, wholeList } from "./whole-list.ts";

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
  const data = await presentFiles({ database }, operatorId, files);
  return { data, page, size, total: Number(total) };
}

/** All files, newest first. */
export async function exportFiles(
  { database }: Pick<SettlementDeps, "database">,
  operatorId: string,
): Promise<WholeList<SettlementFile>> {
  const own = database.kysely.selectFrom("settlement_files").where("operator_id", "=", operatorId);
  const rows = await own
    .select("settlement_file_id")
    .orderBy("settlement_file_id", "desc")
    .execute();
  const ids = rows.map((row) => row.settlement_file_id);
  return wholeList(ids, async (piece) => {
    const files = await own
      .selectAll()
      .where("settlement_file_id", "=", anyOf(piece))
      .orderBy(placeIn(piece, "settlement_file_id"))
      .execute();
    return presentFiles({ database }, operatorId, files);
  });
}

async function presentFiles(
  { database }: Pick<SettlementDeps, "database">,
  operatorId: string,
  files: readonly Selectable<SettlementFileRow>[],
): Promise<SettlementFile[]> {
  const ids = files.map((file) => file.settlement_file_id);
  const counts = await countRows(database.kysely, operatorId, ids);
  const none = { matched: 0, breaks: 0 };
  return files.map((file) => presentFile(file, counts.get(file.settlement_file_id) ?? none, false));
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
  deps: Pick<SettlementDeps, "database">,
  operatorId: string,
  { page, size, sort }: PageQuery & { readonly sort?: ListSort | undefined },
  filter: BreakFilter,
) {
  const matching = breaksOf(deps, operatorId, sort, filter);
  const { total } = await matching
    .clearOrderBy()
    .select((select) => select.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  const breaks = await matching
    .selectAll()
    .limit(size)
    .offset((page - 1) * size)
    .execute();
  return { breaks, total: Number(total) };
}

/** All breaks of a list. */
export async function exportBreaks(
  deps: Pick<SettlementDeps, "database">,
  operatorId: string,
  sort: ListSort | undefined,
  filter: BreakFilter,
): Promise<WholeList<Selectable<SettlementBreakRow>>> {
  const matching = breaksOf(deps, operatorId, sort, filter);
  const rows = await matching.select("settlement_break_id").execute();
  const ids = rows.map((row) => row.settlement_break_id);
  return wholeList(ids, (piece) =>
    deps.database.kysely
      .selectFrom("settlement_breaks")
      .selectAll()
      .where("operator_id", "=", operatorId)
      .where("settlement_break_id", "=", anyOf(piece))
      .orderBy(placeIn(piece, "settlement_break_id"))
      .execute(),
  );
}

function breaksOf(
  { database }: Pick<SettlementDeps, "database">,
  operatorId: string,
  sort: ListSort | undefined,
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
  const { by, direction } = orderOf(sort ?? "oldest");
  const ordered =
    by === "time"
      ? query.orderBy("opened_at", direction)
      : query.orderBy("currency").orderBy("amount_minor", direction);
  return ordered.orderBy("settlement_break_id", direction);
}
