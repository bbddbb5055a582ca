import { FileRefused } from "./settlement-items.ts";

/** Reads a cell by its column's name; empty if the file lacks the column. */
export type CellOf<Name extends string> = (cells: readonly string[], name: Name) => string;

export interface Columns<Name extends string> {
  readonly needed: readonly Name[];
  readonly optional: readonly Name[];
}

/** Finds columns in any order and case. Refuses a file that lacks a needed column, or repeats one. */
export function findColumns<Name extends string>(
  header: readonly string[],
  columns: Columns<Name>,
  lineNo: number,
): CellOf<Name> {
  const places = new Map<string, number>();
  const read = new Set([...columns.needed, ...columns.optional].map((name) => name.toLowerCase()));
  for (const [index, name] of header.entries()) {
    const trimmed = name.trim().toLowerCase();
    if (places.has(trimmed) && read.has(trimmed)) {
      throw new FileRefused(
        "header_unexpected",
        lineNo,
        `Column \`${name.trim().slice(0, 64)}\` appears twice.`,
      );
    }
    places.set(trimmed, index);
  }
  for (const name of columns.needed) {
    if (places.has(name.toLowerCase())) continue;
    throw new FileRefused("header_unexpected", lineNo, `Column \`${name}\` is missing.`);
  }
  const placeOf = new Map(
    [...columns.needed, ...columns.optional].map((name) => [name, places.get(name.toLowerCase())]),
  );
  return (cells, name) => cells[placeOf.get(name) ?? -1] ?? "";
}

/** Refuses a row with fewer cells than the header, or more that are not empty. */
export function requireCells(cells: readonly string[], count: number, lineNo: number): void {
  if (cells.length === count) return;
  if (cells.length > count && cells.slice(count).every((cell) => cell.trim() === "")) return;
  throw new FileRefused(
    "field_count_wrong",
    lineNo,
    `The row has ${cells.length} cells, and the header has ${count}.`,
  );
}
