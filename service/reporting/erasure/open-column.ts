import type { Keyring } from "../../platform/secrets/keyring.ts";
import { showText } from "../../platform/secrets/show-text.ts";

/** The column's place, as its domain declares it. */
export function sealedPlace(
  { sealedTables }: Pick<Keyring, "sealedTables">,
  table: string,
  column: string,
  row: object,
  operatorId: string,
) {
  const found = sealedTables.find((sealedTable) => sealedTable.table === table);
  const sealed = found?.columns.find((each) => each.column === column);
  if (!found || !sealed) throw new Error(`${table}.${column} is not a sealed column`);
  const id = (found.id ?? found.key).map((name) => String(columnOf(row, name)));
  return {
    operatorId,
    table,
    column: sealed.sealedAs ?? column,
    id: id.join(found.idSeparator ?? ":"),
  };
}

/** Decrypts a column; null if it is empty or cannot be decrypted. */
export function openColumn(
  keyring: Pick<Keyring, "decryptField" | "sealedTables">,
  table: string,
  column: string,
  row: object,
  operatorId: string,
): string | null {
  const sealed = columnOf(row, column);
  if (typeof sealed !== "string") return null;
  return showText(keyring, sealedPlace(keyring, table, column, row, operatorId), sealed);
}

function columnOf(row: object, column: string): unknown {
  return (row as Record<string, unknown>)[column];
}
