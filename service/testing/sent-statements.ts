/**
 * Notes the SQL that tests send to embedded stores, so that statements-on-postgres.test.ts can give
 * each statement to a PostgreSQL server, which is older than the embedded one.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Where `npm test` collects the statements of a run; undefined if nothing compares them. */
export const statementsFolder = process.env["TESSERA_TEST_STATEMENTS"] || undefined;

const parse = "P".charCodeAt(0);
const sent = new Set<string>();
let written = 0;

/** Notes the statement of these protocol messages if they begin with Parse: "P", length, name, text. */
export function noteStatement(messages: Uint8Array): void {
  if (!statementsFolder || messages[0] !== parse) return;
  const bytes = Buffer.from(messages.buffer, messages.byteOffset, messages.byteLength);
  const nameEnd = bytes.indexOf(0, 5);
  const name = bytes.toString("utf8", 5, nameEnd);
  // A test's own statement is not the service's.
  if (!name.startsWith("test."))
    sent.add(bytes.toString("utf8", nameEnd + 1, bytes.indexOf(0, nameEnd + 1)));
}

/** Writes what this process has noted, if there is more than before. */
export function writeStatements(): void {
  if (!statementsFolder || sent.size === written) return;
  written = sent.size;
  mkdirSync(statementsFolder, { recursive: true });
  writeFileSync(join(statementsFolder, `${process.pid}.json`), JSON.stringify([...sent]));
}

/** The statements that the tests of this run have sent and that can be prepared. */
export function sentStatements(folder: string): string[] {
  const files = existsSync(folder) ? readdirSync(folder) : [];
  const all = files.flatMap((file) => JSON.parse(readFileSync(join(folder, file), "utf8")));
  const canBePrepared = /^\s*(select|insert|update|delete|with|values|merge)\b/i;
  return [...new Set<string>(all)].filter((text) => canBePrepared.test(text)).sort();
}
