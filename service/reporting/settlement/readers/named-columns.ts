import { FileRefused } from "./settlement-items.ts";

/** Finds columns by their header names, in any order. Refuses a file that lacks or repeats one. */
export function findColumns<Name extends string>(
  header: readonly string[],
  needed: readonly Name[],
  lineNo: number,
): (cells: readonly string[], name: Name) => string {
  const places = new Map<string, number>();
  for (const [index, name] of header.entries()) {
    const trimmed = name.trim();
    if (places.has(trimmed) && (needed as readonly string[]).includes(trimmed)) {
      throw new FileRefused("header_unexpected", lineNo, `Column \`${trimmed}\` appears twice.`);
    }
    places.set(trimmed, index);
  }
  for (const name of needed) {
    if (places.has(name)) continue;
    throw new FileRefused("header_unexpected", lineNo, `Column \`${name}\` is missing.`);
  }
  return (cells, name) => cells[places.get(name) ?? -1] ?? "";
}

/** Refuses a row with more or fewer cells than the header. */
export function requireCells(cells: readonly string[], count: number, lineNo: number): void {
  if (cells.length === count) return;
  throw new FileRefused(
    "field_count_wrong",
    lineNo,
    `The row has ${cells.length} cells, and the header has ${count}.`,
  );
}
