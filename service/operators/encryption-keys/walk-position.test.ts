import { expect, test } from "vitest";
import { type SealedTable, sealedColumns } from "../../platform/secrets/sealed-columns.ts";
import { positionOf, readPosition, tableOfPosition } from "./walk-position.ts";

const table = (name: string): SealedTable => ({
  table: name,
  key: ["id"],
  columns: sealedColumns("a_sealed"),
});
const [one, two, three] = [table("one"), table("two"), table("three")];
const tables = [one, two];
const from = (table_name: string | null, cursor: string | null = null) =>
  readPosition(tables, { table_name, cursor });
const start = { index: 0, table: one, after: null };

test("a walk starts with the first table and continues where it was", () => {
  expect(from(null)).toEqual(start);
  expect(from(positionOf(tables, two))).toEqual({ index: 1, table: two, after: null });
  expect(from(positionOf(tables, two), '["b",7]')).toEqual({
    index: 1,
    table: two,
    after: ["b", 7],
  });
  expect(from(positionOf(tables, undefined))).toBeUndefined();
});

test.each<[string, SealedTable[]]>([
  ["another order", [two, one]],
  ["another table", [one, two, three]],
  ["fewer tables", [two]],
  ["another column", [one, { ...two, columns: sealedColumns("b_sealed") }]],
])("a walk from a version with %s starts over", (_what, others) => {
  expect(from(positionOf(others, two), '["b"]')).toEqual(start);
  expect(from(positionOf(others, undefined))).toEqual(start);
});

test("a position without a fingerprint starts over", () => {
  expect(from("two", '["b"]')).toEqual(start);
  expect(from("")).toEqual(start);
});

test("people see only the table", () => {
  expect(tableOfPosition(positionOf(tables, two))).toBe("two");
  expect(tableOfPosition(null)).toBe("");
});
