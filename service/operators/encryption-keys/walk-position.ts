/**
 * A walk's stored position: `<table>@<fingerprint of the list of tables>`, without a table at the end. Another version
 * of the service may know other tables, or another order. A walk with another list could miss tables, and would wrongly
 * prove that a key is unused. So it starts over.
 */
import { createHash } from "node:crypto";
import type { SealedTable } from "../../platform/secrets/sealed-columns.ts";
import type { RowKey } from "./sealed-rows.ts";
import type { KeyWalkRow } from "./tables.ts";

export interface WalkPlace {
  readonly index: number;
  readonly table: SealedTable;
  /** Null at the table's start. */
  readonly after: RowKey | null;
}

/** The position at the end if `table` is undefined. */
export function positionOf(tables: readonly SealedTable[], table: SealedTable | undefined): string {
  return `${table?.table ?? ""}@${fingerprintOf(tables)}`;
}

/** Reads the position; undefined at the end of the walk. */
export function readPosition(
  tables: readonly SealedTable[],
  { table_name: position, cursor }: Pick<KeyWalkRow, "table_name" | "cursor">,
): WalkPlace | undefined {
  if (position === positionOf(tables, undefined)) return undefined;
  const known = tables.findIndex((table) => position === positionOf(tables, table));
  const index = Math.max(0, known);
  const table = tables[index];
  if (!table) return undefined;
  const after = known >= 0 && cursor !== null ? (JSON.parse(cursor) as RowKey) : null;
  return { index, table, after };
}

/** The table's name, for display. */
export function tableOfPosition(position: string | null): string {
  return position?.split("@", 1)[0] ?? "";
}

function fingerprintOf(tables: readonly SealedTable[]): string {
  return createHash("sha256").update(JSON.stringify(tables)).digest("base64url").slice(0, 8);
}
