/**
 * The commands that newcomers type in a checkout with nothing installed, with npm's install scripts on and off. Install
 * scripts cannot download anything.
 *
 * Each clone starts without packages and data, one by `npm start` and one by `npm install`. Only the first start of the
 * first clone builds; later ones must find nothing to build. The second clone has the repository's build. All clones
 * share npm's cache.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test as base, expect } from "vitest";
import { type FreshClone, makeFreshClone } from "./testing/fresh-clone.ts";

const reader = "node_modules/@gutenye/ocr-node";
const withoutReader = "@gutenye/ocr-node is not installed";
const installing = "Installing packages";
const building = "Building …";
/** npm's default; .npmrc switches install scripts off. */
const scriptsOn = "--ignore-scripts=false";
/** A small test: only the install matters here. */
const oneTest = "scripts/lib/require-node.test.mjs";

/** Two at a time: an install mostly waits for the disk. */
const test = base.extend<{ clone: FreshClone; builtClone: FreshClone }>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads the fixtures that this one needs here
  clone: async ({}, use) => {
    const clone = makeFreshClone();
    await use(clone);
    clone.remove();
  },
  // biome-ignore lint/correctness/noEmptyPattern: as above
  builtClone: async ({}, use) => {
    const clone = makeFreshClone({ hasBuild: true });
    await use(clone);
    clone.remove();
  },
}).concurrent;

const has = (clone: FreshClone, path: string) => existsSync(join(clone.folder, path));
const count = (text: string, part: string) => text.split(part).length - 1;

const readiness = (url: string) =>
  Promise.all(["/healthz", "/readyz"].map(async (path) => (await fetch(`${url}${path}`)).status));

async function serves(clone: FreshClone): Promise<string> {
  const printed = await clone.start(async (url) => {
    const [alive, ready] = await readiness(url);
    if (alive !== 200 || ready !== 200) throw new Error(`${alive} and ${ready}`);
  });
  expect(clone.changedFiles()).toBe("");
  return printed;
}

async function passesOneTest(clone: FreshClone): Promise<string> {
  const printed = await clone.npm("test", "--", oneTest);
  expect(printed).toMatch(/^[1-9]\d* passed, 0 failed/m);
  expect(clone.changedFiles()).toBe("");
  return printed;
}

const installed = (clone: FreshClone) =>
  readFileSync(join(clone.folder, "node_modules/.package-lock.json"), "utf8");

test("npm start works alone and after npm install && npm test, with install scripts off", async ({
  clone,
}) => {
  // The first start installs with `npm ci`.
  const first = await serves(clone);
  expect([first.includes(installing), first.includes(building)]).toEqual([true, true]);
  expect(first).not.toContain(withoutReader);
  const packages = installed(clone);
  expect(has(clone, reader)).toBe(true);

  // The packages have not changed, so the earlier build is still up to date.
  await clone.npm("install", "--prefer-offline");
  expect(installed(clone)).toBe(packages);
  expect(await passesOneTest(clone)).not.toContain(installing);
  const again = await serves(clone);
  expect([again.includes(installing), again.includes(building)]).toEqual([false, false]);
  expect(again).not.toContain(withoutReader);
});

test("npm install && npm start && npm test work with install scripts on, where npm drops the reader, and without the optional packages", async ({
  builtClone: clone,
}) => {
  // npm drops an optional package whose install script fails; `npm test` adds it.
  await clone.npm("install", scriptsOn, "--prefer-offline");
  expect(has(clone, reader)).toBe(false);
  const first = await serves(clone);
  expect(first).not.toContain(installing);
  expect(count(first, withoutReader)).toBe(1);
  expect(await passesOneTest(clone)).toContain(installing);
  expect(has(clone, reader)).toBe(true);

  // Removes what `npm ci --omit=dev --omit=optional` would leave out. `npm start` adds only the development packages,
  // so the result is that of `npm ci --omit=optional`.
  await clone.npm("prune", "--omit=dev", "--omit=optional");
  expect(has(clone, reader)).toBe(false);
  expect(has(clone, "node_modules/typescript")).toBe(false);
  for (const isInstalling of [true, false]) {
    const printed = await serves(clone);
    expect(printed.includes(installing)).toBe(isInstalling);
    expect(has(clone, reader)).toBe(false);
    expect(has(clone, "node_modules/onnxruntime-node")).toBe(false);
    expect(count(printed, withoutReader)).toBe(1);
    expect(count(printed, "anvil is not installed")).toBe(1);
  }
});
