import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createPartStamps } from "./part-stamps.ts";

let root: string;
const at = (file: string) => join(root, file);
const stamps = () => createPartStamps(root, at("stamps"), ["lock.json"]);
const fresh = () => ["one", "two"].filter((part) => stamps().isFresh(part));

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "tessera-stamps-"));
  mkdirSync(at("dist"));
  for (const file of ["lock.json", "a.ts", "b.ts", "dist/a.js", "dist/a.js.br", "dist/shared.css"])
    writeFileSync(at(file), file);
  stamps().write(
    "one",
    [at("a.ts"), "\0plugin", at("node_modules/p/x.js")],
    [at("dist/a.js"), at("dist/shared.css")],
  );
  stamps().write("two", [`${at("b.ts")}?worker`], [at("dist/shared.css")]);
});
afterEach(() => rmSync(root, { recursive: true }));

test("a part is fresh while its inputs and outputs are unchanged", () => {
  expect(fresh()).toEqual(["one", "two"]);
  writeFileSync(at("a.ts"), "changed");
  expect(fresh()).toEqual(["two"]);
  rmSync(at("b.ts"));
  expect(fresh()).toEqual([]);
});

test("a part that lacks one of its files, or was never built, is stale", () => {
  rmSync(at("dist/a.js"));
  expect(fresh()).toEqual(["two"]);
  expect(stamps().isFresh("three")).toBe(false);
});

test("a change of the packages makes every part stale", () => {
  writeFileSync(at("lock.json"), "changed");
  expect(fresh()).toEqual([]);
});

test("a part's old files are deleted, including compressed ones, except files that another part wrote", () => {
  stamps().removeOutputs("one", ["one", "two"]);
  expect(existsSync(at("dist/a.js")) || existsSync(at("dist/a.js.br"))).toBe(false);
  expect(existsSync(at("dist/shared.css"))).toBe(true);
  expect(fresh()).toEqual(["two"]);
});

test("an imported style sheet counts as an input", () => {
  writeFileSync(at("a.css"), '@import "./b.css";');
  writeFileSync(at("b.css"), "p { color: red }");
  stamps().write("one", [at("a.css")], []);
  expect(fresh()).toEqual(["one", "two"]);
  writeFileSync(at("b.css"), "p { color: blue }");
  expect(fresh()).toEqual(["two"]);
});
