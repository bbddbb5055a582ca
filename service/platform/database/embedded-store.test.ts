import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DataDirectoryInUse, lockDataDirectory } from "./data-directory-lock.ts";
import { StoreDoesNotSync } from "./durable-engine.ts";
import { DurableFileSystem } from "./durable-file-system.ts";
import { openEmbeddedStore } from "./embedded-store.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "tessera-store-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A file system like PGlite's own, whose syncs do nothing. */
class UnsyncedFileSystem extends DurableFileSystem {
  override async init(...parameters: Parameters<DurableFileSystem["init"]>) {
    const engine = await super.init(...parameters);
    const preRun = engine.emscriptenOpts.preRun ?? [];
    return { emscriptenOpts: { ...engine.emscriptenOpts, preRun: preRun.slice(0, -1) } };
  }
}

// Creating a store takes seconds, and much longer on a busy machine.
const timeout = 180_000;

test("a commit is on the disk before it is acknowledged, and is there after the store is reopened", {
  timeout,
}, async () => {
  let fileSystem: DurableFileSystem | undefined;
  const options = {
    lockFolder: folder,
    createFileSystem: (path: string) => {
      fileSystem = new DurableFileSystem(path);
      return fileSystem;
    },
  };
  const store = await openEmbeddedStore(join(folder, "store"), options);
  await store.run({ name: "make", text: "create table notes (note text)" }, []);
  const before = fileSystem?.syncCount ?? 0;
  for (let count = 0; count < 5; count += 1) {
    await store.run({ name: "write", text: "insert into notes values ($1)" }, [`note ${count}`]);
  }
  expect((fileSystem?.syncCount ?? 0) - before).toBeGreaterThanOrEqual(5);

  await expect(openEmbeddedStore(join(folder, "store"), options)).rejects.toBeInstanceOf(
    DataDirectoryInUse,
  );
  expect(await store.maintenance?.logBytes()).toBeGreaterThan(0);
  await store.maintenance?.vacuum();
  const logBytes = (await store.maintenance?.logBytes()) ?? 0;
  await store.maintenance?.checkpoint();
  expect(await store.maintenance?.logBytes()).toBeLessThan(logBytes);
  await store.close();

  const again = await openEmbeddedStore(join(folder, "store"), { lockFolder: folder });
  const { rows } = await again.run({ name: "read", text: "select note from notes" }, []);
  expect(rows).toHaveLength(5);
  await again.close();
  await again.close();
});

test("refuses to start when commits are not synced, and releases the folder", {
  timeout,
}, async () => {
  const opening = openEmbeddedStore(join(folder, "store"), {
    lockFolder: folder,
    createFileSystem: (path) => new UnsyncedFileSystem(path),
  });
  await expect(opening).rejects.toBeInstanceOf(StoreDoesNotSync);
  lockDataDirectory(folder).release();
});

const built = join(import.meta.dirname, "../../../dist/node/service/platform/database");

test.skipIf(!existsSync(join(built, "engine-thread.js")))(
  "the built store runs in a thread: keeps rows, reports errors, refuses a broken folder",
  { timeout },
  async () => {
    const { openEmbeddedStore: open }: typeof import("./embedded-store.ts") = await import(
      join(built, "embedded-store.js")
    );
    const store = await open(join(folder, "threaded"), { lockFolder: folder });
    await store.run({ name: "make", text: "create table notes (note text primary key)" }, []);
    const insert = { name: "write", text: "insert into notes values ($1)" };
    await store.run(insert, ["x".repeat(200_000)]);
    await expect(store.run(insert, ["x".repeat(200_000)])).rejects.toMatchObject({ code: "23505" });
    await store.maintenance?.checkpoint();
    await store.close();
    const again = await open(join(folder, "threaded"), { lockFolder: folder });
    const { rows } = await again.run({ name: "read", text: "select length(note) from notes" }, []);
    expect(rows).toEqual([{ length: 200_000 }]);
    await again.close();

    mkdirSync(join(folder, "broken"));
    writeFileSync(join(folder, "broken", "PG_VERSION"), "18");
    await expect(open(join(folder, "broken"), { lockFolder: folder })).rejects.toThrow(/PGlite/);
    lockDataDirectory(folder).release();
  },
);

test("refuses a folder that another live process holds, and accepts it when that process has died", async () => {
  const held = join(folder, "held");
  const source = join(import.meta.dirname, "data-directory-lock.ts");
  const script = `
    const { lockDataDirectory } = await import(${JSON.stringify(
      existsSync(`${built}/data-directory-lock.js`) ? `${built}/data-directory-lock.js` : source,
    )});
    lockDataDirectory(${JSON.stringify(held)});
    console.log("held");
    setInterval(() => {}, 1000);`;
  const other = spawn(process.execPath, ["--input-type=module", "-e", script]);
  await new Promise((resolve) => other.stdout.once("data", resolve));
  expect(() => lockDataDirectory(held)).toThrow(DataDirectoryInUse);
  other.kill("SIGKILL");
  await new Promise((resolve) => other.once("exit", resolve));
  const lock = lockDataDirectory(held);
  expect(JSON.parse(readFileSync(join(held, "store.lock"), "utf8")).pid).toBe(process.pid);
  lock.release();
  lock.release();
  expect(existsSync(join(held, "store.lock"))).toBe(false);
});

test("a lock file is stale if another process has the number of its owner", () => {
  const stale = join(folder, "stale");
  lockDataDirectory(stale).release();
  const owner = { pid: process.pid, startedAt: "another boot:1" };
  writeFileSync(join(stale, "store.lock"), JSON.stringify(owner));
  if (process.platform === "linux") lockDataDirectory(stale).release();
  else expect(() => lockDataDirectory(stale)).toThrow(DataDirectoryInUse);
});
