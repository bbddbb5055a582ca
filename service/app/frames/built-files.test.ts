import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type BuiltFile, readBuiltFiles } from "./built-files.ts";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "built-files-"));
});

afterEach(() => {
  vi.useRealTimers();
  rmSync(folder, { recursive: true });
});

const textOf = (file: BuiltFile | undefined) => file?.plain.toString();

test("lists the files of all folders with their compressed forms, without source maps", () => {
  mkdirSync(join(folder, "assets"));
  writeFileSync(join(folder, "assets/a.js"), "a");
  writeFileSync(join(folder, "assets/a.js.br"), "br");
  writeFileSync(join(folder, "assets/a.js.map"), "map");
  writeFileSync(join(folder, "index.html"), "page");
  const files = readBuiltFiles(folder);
  expect([...files.keys()].sort()).toEqual(["assets/a.js", "index.html"]);
  expect(files.get("assets/a.js")?.br?.toString()).toBe("br");
  expect(files.get("assets/a.js")?.gzip).toBeUndefined();
  expect(files.get("index.html")?.contentType).toBe("text/html; charset=utf-8");
});

test("a file that was requested stays the same when a build replaces it", () => {
  writeFileSync(join(folder, "index.html"), "old");
  const files = readBuiltFiles(folder);
  expect(textOf(files.get("index.html"))).toBe("old");
  writeFileSync(join(folder, "index.html"), "new");
  expect(textOf(files.get("index.html"))).toBe("old");
});

test("soon after the start, a build that replaces or deletes files changes nothing", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  writeFileSync(join(folder, "gone.html"), "gone");
  writeFileSync(join(folder, "index.html"), "old");
  writeFileSync(join(folder, "later.html"), "later");
  const files = readBuiltFiles(folder);
  rmSync(join(folder, "gone.html"));
  vi.advanceTimersByTime(1_000);
  for (let turn = 0; turn < 5; turn += 1) await setImmediate();
  writeFileSync(join(folder, "index.html"), "new");
  rmSync(join(folder, "later.html"));
  expect(textOf(files.get("index.html"))).toBe("old");
  expect(textOf(files.get("later.html"))).toBe("later");
});
