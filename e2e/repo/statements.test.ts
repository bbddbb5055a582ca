/** In a rolling deploy the new version's migrations run while the old version still serves requests. */
import { expect, test } from "vitest";
import { readSources } from "./testing/sources.ts";

/** `select *`, `select i.*`, `…, w.*`, `returning *` in SQL text. */
const allColumns = /\b(select|returning)\s+(\w+\.)?\*|,\s*\w+\.\*/i;

test("no SQL selects all columns, because a new column would break such a prepared statement", () => {
  const files = readSources().filter(({ path, isTest }) => path.startsWith("service/") && !isTest);
  expect(files.length).toBeGreaterThan(300);
  const offenders = files.filter(({ text }) => allColumns.test(withoutComments(text)));
  expect(offenders.map(({ path }) => path)).toEqual([]);
});

function withoutComments(source: string): string {
  return source.replace(/\/\*[\s\S]*?\*\//g, "").replace(/^\s*\/\/.*$/gm, "");
}
