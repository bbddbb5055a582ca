import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createProgramReader, moduleOf } from "./read-program.mjs";

let folder;
let reader;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "tessera-programs-"));
  write(
    "package.json",
    `{"imports":{"#contract/*":"./contract/*.js"},"exports":{"./server":"./clients/server/index.js"}}`,
  );
  write(
    "service/main.js",
    `import { readFileSync } from "node:fs";
import Fastify, {} from "fastify";
import "./first.js";
export { money } from "#contract/money";
const later = await import("../service/later.js");`,
  );
  write("service/first.js", `import { z } from "zod/mini";\nimport "./main.js";`);
  write("service/later.js", `new Worker(new URL("./thread.js", import.meta.url));`);
  write("service/thread.js", `import { send } from "tessera/server";`);
  write("service/unused.js", `import "unused";`);
  write("contract/money.js", "");
  write("clients/server/index.js", `import "@scope/package/file.js";`);
  reader = createProgramReader(folder);
});
afterEach(() => rmSync(folder, { recursive: true }));
function write(file, text) {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), text);
}
const modules = () => [...reader.read("service/main.js").modules].toSorted();

test("finds own modules and packages, through every kind of import", () => {
  expect(modules()).toEqual([
    "clients/server/index",
    "contract/money",
    "service/first",
    "service/later",
    "service/main",
    "service/thread",
  ]);
  const { packages, first } = reader.read("service/main.js");
  expect(packages.toSorted()).toEqual(["@scope/package/file.js", "fastify", "zod/mini"]);
  expect(first).toEqual(
    ["service/first.js", "contract/money.js"].map((file) => pathToFileURL(join(folder, file)).href),
  );
});

test("a changed file is read again, and one that does not exist yet is known by its name", () => {
  expect(modules()).not.toContain("service/new");
  write("service/first.js", `import "./new.js";`);
  expect(modules()).not.toContain("service/new");
  reader.forget("service/first.ts");
  expect(modules()).toContain("service/new");
  write("service/new.js", `import "./unused.js";`);
  reader.forget("service/new.tsx");
  expect(modules()).toContain("service/unused");
});

test("a source and its compiled file are the same module", () => {
  expect(["a/b.ts", "a/b.tsx", "a/b.js", "a\\b.ts"].map(moduleOf)).toEqual(Array(4).fill("a/b"));
});
