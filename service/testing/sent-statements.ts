/** The SQL that tests send to PostgreSQL, for statements-on-embedded.test.ts: the embedded store's version differs. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "pg";

/** `npm test` sets it; undefined if nothing compares the statements. */
export const statementsFolder = process.env["TESSERA_TEST_STATEMENTS"] || undefined;

const sent = new Set<string>();
let written = 0;
let isNoting = false;

/** Notes the statements sent from now on. */
export function noteStatements(): void {
  if (!statementsFolder || isNoting) return;
  isNoting = true;
  const query: (...args: unknown[]) => unknown = Client.prototype.query;
  Client.prototype.query = function noted(this: Client, ...args: unknown[]) {
    const [first] = args as [string | { text?: string; name?: string } | undefined];
    const { text, name = "" } = typeof first === "string" ? { text: first } : (first ?? {});
    // The name marks a test's own statement.
    if (text && !name.startsWith("test.")) sent.add(text);
    return query.apply(this, args);
  } as typeof Client.prototype.query;
}

export function writeStatements(): void {
  if (!statementsFolder || sent.size === written) return;
  written = sent.size;
  mkdirSync(statementsFolder, { recursive: true });
  writeFileSync(join(statementsFolder, `${process.pid}.json`), JSON.stringify([...sent]));
}

/** Reads the noted statements that can be prepared. */
export function sentStatements(folder: string): string[] {
  const files = existsSync(folder) ? readdirSync(folder) : [];
  const all = files.flatMap((file) => JSON.parse(readFileSync(join(folder, file), "utf8")));
  const canBePrepared = /^\s*(select|insert|update|delete|with|values|merge)\b/i;
  return [...new Set<string>(all)].filter((text) => canBePrepared.test(text)).sort();
}
