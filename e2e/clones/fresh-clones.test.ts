/**
 * What newcomers type in a checkout that has nothing installed. Each order has a clone of its own, and in none of
 * them can an install script download anything.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { test as base } from "vitest";
import { type FreshClone, makeFreshClone } from "./testing/fresh-clone.ts";

const reader = "node_modules/@gutenye/ocr-node";
const withoutReader = "@gutenye/ocr-node is not installed";
const withScripts = "--ignore-scripts=false";

/** Two at a time: an install waits for the disk most of its time. */
const test = base.extend<{ clone: FreshClone }>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads the fixtures that this one needs here
  clone: async ({}, use) => {
    const clone = makeFreshClone();
    await use(clone);
    clone.remove();
  },
}).concurrent;

const has = (clone: FreshClone, path: string) => existsSync(join(clone.folder, path));
const count = (text: string, part: string) => text.split(part).length - 1;

const readiness = (url: string) =>
  Promise.all(["/healthz", "/readyz"].map(async (path) => (await fetch(`${url}${path}`)).status));

test("npm start", async ({ clone, expect }) => {
  const printed = await clone.start(async (url) =>
    expect(await readiness(url)).toEqual([200, 200]),
  );
  expect(has(clone, reader)).toBe(true);
  expect(printed).not.toContain(withoutReader);
  expect(clone.changedFiles()).toBe("");
});

test("npm ci, whose install scripts fail, and npm start", async ({ clone, expect }) => {
  await clone.npm("ci", withScripts, "--prefer-offline");
  expect(has(clone, reader)).toBe(false);
  const printed = await clone.start(async (url) =>
    expect(await readiness(url)).toEqual([200, 200]),
  );
  expect(count(printed, withoutReader)).toBe(1);
});

test("npm install, whose install scripts fail, and npm test", async ({ clone, expect }) => {
  await clone.npm("install", withScripts, "--prefer-offline");
  expect(has(clone, reader)).toBe(false);
  // One step stands for all: it compiles every file, and the packages are complete by then.
  const printed = await clone.npm("test", "--", "--only", "types");
  expect(printed).toContain("1 passed, 0 failed");
  expect(has(clone, reader)).toBe(true);
  expect(clone.changedFiles()).toBe("");
});

test("npm ci without the optional packages, and npm start", async ({ clone, expect }) => {
  await clone.npm("ci", "--omit=optional", "--prefer-offline");
  const printed = await clone.start(async (url) =>
    expect(await readiness(url)).toEqual([200, 200]),
  );
  expect(has(clone, reader)).toBe(false);
  expect(has(clone, "node_modules/onnxruntime-node")).toBe(false);
  expect(count(printed, withoutReader)).toBe(1);
  expect(count(printed, "anvil is not installed")).toBe(1);
});
