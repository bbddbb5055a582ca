import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createTypeCheck, deleteStaleBuildInfo } from "./type-check.mjs";

let root;
let printed;
let check;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "tessera-types-"));
  mkdirSync(join(root, "service"));
  const compilerOptions = {
    composite: true,
    rootDir: "..",
    outDir: "../dist/node",
    tsBuildInfoFile: "../dist/node/service.tsbuildinfo",
    types: [],
  };
  write("tsconfig.json", JSON.stringify({ compilerOptions, include: ["*.ts"] }));
  write("a.ts", "export const a: number = 1;\n");
  printed = [];
  check = createTypeCheck(root, { print: (text) => printed.push(text), projects: ["service"] });
});
afterEach(() => {
  check.stop();
  rmSync(root, { recursive: true });
});
const write = (name, text) => writeFileSync(join(root, "service", name), text);
const output = (name) => join(root, "dist/node", name);

test("prints errors, and writes declarations but no JavaScript", async () => {
  await check.start();
  expect(printed).toEqual([]);
  write("a.ts", 'export const a: number = "text";\n');
  await check.start();
  expect(printed.join("\n")).toMatch(/a\.ts\(1,14\): error TS2322/);
  expect(existsSync(output("service/a.d.ts"))).toBe(true);
  expect(existsSync(output("service/a.js"))).toBe(false);
});

test("a check that a change interrupts prints nothing, and the next check finds its errors", async () => {
  write("a.ts", 'export const a: number = "text";\n');
  const first = check.start();
  await new Promise((resolve) => setTimeout(resolve, 20));
  write("b.ts", "export const b = 1;\n");
  const second = check.start();
  await Promise.all([first, second]);
  expect(printed).toHaveLength(1);
  expect(printed[0]).toMatch(/a\.ts\(1,14\): error TS2322/);
});

test("declarations that an interrupted check wrote are written again", async () => {
  await check.start();
  // As if an interrupted check had written the declarations of a change that was undone afterwards.
  const startedAtMs = Date.now();
  writeFileSync(output("service/a.d.ts"), "export declare const other: string;\n");
  const later = new Date(startedAtMs + 5_000);
  utimesSync(output("service/a.d.ts"), later, later);
  await check.start();
  expect(readFileSync(output("service/a.d.ts"), "utf8")).toContain("other");
  deleteStaleBuildInfo(join(root, "dist/node"), startedAtMs);
  await check.start();
  expect(readFileSync(output("service/a.d.ts"), "utf8")).toContain("a: number");
});

test("a project whose declarations are older than the check keeps its build info", async () => {
  await check.start();
  deleteStaleBuildInfo(join(root, "dist/node"), Date.now() + 5_000);
  expect(existsSync(output("service.tsbuildinfo"))).toBe(true);
});
