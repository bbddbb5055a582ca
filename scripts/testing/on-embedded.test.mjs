import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { opensStore, testsOnEmbedded, testsOnStore } from "./on-embedded.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const chosen = testsOnEmbedded(root);

test("every folder with tests on a store has a test on the embedded one", () => {
  const folders = new Set(testsOnStore(root).map((file) => dirname(file)));
  expect(folders.size).toBeGreaterThan(25);
  const covered = new Set(chosen.map((file) => dirname(file)));
  expect([...folders].filter((folder) => !covered.has(folder))).toEqual([]);
});

test("everything about the store itself runs on the embedded one", () => {
  const own = testsOnStore(root).filter((file) => file.startsWith("service/platform/database/"));
  expect(own.length).toBeGreaterThan(5);
  expect(own.filter((file) => !chosen.includes(file))).toEqual([]);
});

test("a test opens a store directly or through test helpers", () => {
  const folder = mkdtempSync(join(tmpdir(), "on-embedded-"));
  const write = (path, text) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  write("service/testing/test-database.ts", "");
  write("service/a/testing/world.ts", 'import { x } from "../../testing/test-database.ts";');
  write("service/a/one.test.ts", 'import {\n  y,\n} from "./testing/world.ts";');
  write("service/a/two.test.ts", 'import { z } from "./other.ts";');
  expect(opensStore(folder, "service/a/one.test.ts")).toBe(true);
  expect(opensStore(folder, "service/a/two.test.ts")).toBe(false);
});
