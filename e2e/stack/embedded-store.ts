import { readdirSync } from "node:fs";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";

export interface StoredValue {
  table: string;
  column: string;
  value: string;
}

/**
 * Reads every value in every column of the embedded store, for tests that search it. The service must be stopped.
 *
 * @throws when the folder holds no store
 */
export async function everyStoredValue(dataDir: string): Promise<StoredValue[]> {
  const database = await PGlite.create(storeFolder(dataDir));
  try {
    const { rows: tables } = await database.query<{ name: string }>(
      "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
    );
    const values: StoredValue[] = [];
    for (const { name: table } of tables) {
      const { rows } = await database.query<{ row: Record<string, unknown> }>(
        `select to_jsonb(t) as row from "${table}" t`,
      );
      for (const { row } of rows) {
        for (const [column, value] of Object.entries(row)) {
          if (value !== null) values.push({ table, column, value: asText(value) });
        }
      }
    }
    return values;
  } finally {
    await database.close();
  }
}

/** Finds the folder with PostgreSQL's files, in the data folder or one level below. */
function storeFolder(folder: string): string {
  const entries = readdirSync(folder, { withFileTypes: true });
  if (entries.some(({ name }) => name === "PG_VERSION")) return folder;
  for (const entry of entries) {
    if (!entry.isDirectory()) continue;
    const inner = join(folder, entry.name);
    if (readdirSync(inner).includes("PG_VERSION")) return inner;
  }
  throw new Error(`There is no store in ${folder}.`);
}

/** A bytea value arrives as `\x…`; this adds the text it may contain. */
function asText(value: unknown): string {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.startsWith("\\x")
    ? `${text} ${Buffer.from(text.slice(2), "hex").toString("latin1")}`
    : text;
}
