/**
 * The stored position of a walk: `<table>@<fingerprint of the list of tables>`, without a table at the
 * end. Two versions of the service may know different tables, or the same ones in another order. A walk
 * that continued with another list could miss tables, and its proof that a key is unused would be wrong.
 * So it starts over, which does no harm.
 */
import { createHash } from "node:crypto";
import type { SealedTable } from "../../platform/secrets/sealed-columns.ts";
import type { RowKey } from "./sealed-rows.ts";
import type { KeyWalkRow } from "./tables.ts";

/** Where a walk continues. */
export interface WalkPlace {
  readonly index: number;
  readonly table: SealedTable;
  /** The last examined row; null at the start of the table. */
  readonly after: RowKey | null;
}

/** Returns the position in a table, or after the last one if `table` is undefined. */
export function positionOf(tables: readonly SealedTable[], table: SealedTable | undefined): string {
  return `${table?.table ?? ""}@${fingerprintOf(tables)}`;
}

/** Returns where a walk continues; undefined at the end of its last table. */
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

/** Returns the table of a position, for people. */
export function tableOfPosition(position: string | null): string {
  return position?.split("@", 1)[0] ?? "";
}

function fingerprintOf(tables: readonly SealedTable[]): string {
  return createHash("sha256").update(JSON.stringify(tables)).digest("base64url").slice(0, 8);
}
