/**
 * An embedded store with all migrations and no rows. Making one takes longer than the rest of a stack's start, so the
 * stacks of one build copy one. fresh-clones.test.ts and image.test.ts start without it.
 */
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { repository } from "./repository.ts";

const database = join(repository, "dist", "node", "service", "platform", "database");
const migrations = join(repository, "service", "platform", "database", "migrations");
const templates = join(repository, "dist", "store-templates");

/** Puts a copy of the store into the data folder of a service that has not started yet. */
export async function copyStore(dataDir: string): Promise<void> {
  cpSync(await template(), join(dataDir, "store"), { recursive: true });
}

/** Returns the folder with the store, and makes it if the build has changed. */
async function template(): Promise<string> {
  const key = checksum();
  const folder = join(templates, key);
  if (existsSync(folder)) return folder;
  mkdirSync(templates, { recursive: true });
  for (const name of readdirSync(templates))
    if (name !== key && !name.startsWith("new-"))
      rmSync(join(templates, name), { recursive: true, force: true });
  const own = mkdtempSync(join(templates, "new-"));
  await promisify(execFile)(process.execPath, ["--eval", make, own]);
  try {
    renameSync(join(own, "store"), folder);
  } catch (error) {
    // Another process was faster.
    if (!existsSync(folder)) throw error;
  }
  rmSync(own, { recursive: true, force: true });
  return folder;
}

const make = `
const [, dataDir] = process.argv;
const log = { info() {}, warn: console.error, error: console.error };
import(${JSON.stringify(pathToFileURL(join(database, "open-database.js")).href)})
  .then(({ openDatabase }) => openDatabase({ dataDir }, { clock: { nowMs: Date.now }, log }))
  .then((store) => store.close());
`;

/** A checksum of everything that determines an empty store. */
function checksum(): string {
  const hash = createHash("sha256");
  for (const folder of [database, migrations])
    for (const name of readdirSync(folder).sort())
      if (/\.(js|sql)$/.test(name)) hash.update(name).update(readFileSync(join(folder, name)));
  hash.update(readFileSync(join(repository, "package-lock.json")));
  return hash.digest("hex").slice(0, 16);
}
