import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { interleaves, opensStore, serviceTests, testsOnPostgres } from "./on-postgres.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const chosen = testsOnPostgres(root);
const onStore = serviceTests(root).filter((file) => opensStore(root, file));

test("every folder with tests on a store has a test on PostgreSQL", () => {
  const folders = new Set(onStore.map((file) => dirname(file)));
  expect(folders.size).toBeGreaterThan(25);
  const covered = new Set(chosen.map((file) => dirname(file)));
  expect([...folders].filter((folder) => !covered.has(folder))).toEqual([]);
});

test("every test of requests at the same time, and of a death at every step, runs on PostgreSQL", () => {
  const missing = onStore.filter((file) => interleaves(root, file) && !chosen.includes(file));
  expect(missing).toEqual(["service/platform/http/http-server.test.ts"]);
  expect(chosen).toContain("service/payments/refunds/dying-process.test.ts");
  expect(chosen).toContain("service/payments/never-charged-twice.test.ts");
  expect(chosen).toContain("service/platform/database/postgres-store.test.ts");
});

test("a test opens a store directly or through the helpers of tests", () => {
  const folder = mkdtempSync(join(tmpdir(), "on-postgres-"));
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
