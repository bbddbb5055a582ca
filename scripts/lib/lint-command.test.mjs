import { execFileSync } from "node:child_process";
import { mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { lintCommand, markLintPassed } from "./lint-command.mjs";

const all = ["biome", "ci"];
const only = (...paths) => [...all, "--no-errors-on-unmatched", ...paths];
let root;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "tessera-lint-"));
  execFileSync("git", ["init", "--quiet"], { cwd: root });
  write(".gitignore", "node_modules/\n");
  for (const name of ["biome.json", "a.ts", "b.ts"]) write(name);
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(name, text = "") {
  writeFileSync(join(root, name), text);
}

/** Records a passed run that started after all changes so far. */
async function pass() {
  await setTimeout(100);
  markLintPassed(root, Date.now());
}

test("all files are checked until lint has passed, then none", async () => {
  expect(lintCommand(root, all)).toEqual(all);
  await pass();
  expect(lintCommand(root, all)).toBeUndefined();
});

test("files that were changed, added or moved since are checked", async () => {
  await pass();
  write("a.ts", "changed");
  write("new.ts");
  renameSync(join(root, "b.ts"), join(root, "moved.ts"));
  expect(lintCommand(root, all)).toEqual(only("a.ts", "moved.ts", "new.ts"));
  await pass();
  expect(lintCommand(root, all)).toBeUndefined();
});

test("a file that changed while lint ran is checked again", async () => {
  await setTimeout(100);
  const startedAt = Date.now();
  write("a.ts", "changed while it ran");
  markLintPassed(root, startedAt);
  expect(lintCommand(root, all)).toEqual(only("a.ts"));
});

test.each(["biome.json", "package-lock.json"])("all are checked after %s changed", async (name) => {
  await pass();
  write(name, "changed");
  expect(lintCommand(root, all)).toEqual(all);
});

test("all are checked if Git does not know the files", async () => {
  await pass();
  rmSync(join(root, ".git"), { recursive: true });
  expect(lintCommand(root, all)).toEqual(all);
});
