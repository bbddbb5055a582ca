import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { dumpSchema, readColumns } from "../../testing/dump-schema.ts";
import { openTestDatabase } from "../../testing/test-database.ts";
import type { Database } from "./database.ts";

let database: Database;
beforeAll(async () => {
  ({ database } = await openTestDatabase());
});
afterAll(() => database.close());

test("the migrations create the schema in schema.txt, on either store", async () => {
  // After a new migration, run `npx vitest run --project service schema.test.ts -u` and review the change.
  await expect(await dumpSchema(database)).toMatchFileSnapshot("schema.txt");
});

test("the domains' tables.ts files name every column, with null for nullable ones", async () => {
  const columns = await readColumns(database);
  const inDatabase = columns
    .filter(({ table }) => table !== "applied_migrations")
    .map(({ table, column, nullable }) => `${table}.${column}${nullable ? " | null" : ""}`);
  expect(readRowTypes().sort()).toEqual(inDatabase.sort());
});

/** Reads `table.column` of every row interface from the sources: types do not exist at run time. */
function readRowTypes(): string[] {
  const service = join(import.meta.dirname, "../..");
  const files = readdirSync(service, { recursive: true, encoding: "utf8" });
  return files
    .filter((file) => /(^|[/\\])tables\.ts$/.test(file))
    .flatMap((file) => rowTypesOf(readFileSync(join(service, file), "utf8")));
}

function rowTypesOf(text: string): string[] {
  const source = text.replace(/\/\*\*[\s\S]*?\*\//g, "");
  const fieldsOf = (name: string): [string, string][] => {
    const body = new RegExp(`interface ${name} \\{([^]*?)\\n *\\}`).exec(source)?.[1] ?? "";
    return [...body.matchAll(/^ {2,4}(\w+): ([^;]+);/gm)].map(([, field = "", type = ""]) => [
      field,
      type,
    ]);
  };
  return fieldsOf("Tables").flatMap(([table, row]) =>
    fieldsOf(row).map(
      ([column, type]) => `${table}.${column}${/\| null>?$/.test(type) ? " | null" : ""}`,
    ),
  );
}
