/**
 * What newcomers type in a checkout that has nothing installed. Each order has a clone of its own, and in none of
 * them can an install script download anything.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type FreshClone, makeFreshClone } from "./testing/fresh-clone.ts";

const reader = "node_modules/@gutenye/ocr-node";
const withoutReader = "@gutenye/ocr-node is not installed";
const withScripts = "--ignore-scripts=false";

let clone: FreshClone;
beforeEach(() => {
  clone = makeFreshClone();
});
afterEach(() => clone.remove());

const has = (path: string) => existsSync(join(clone.folder, path));
const count = (text: string, part: string) => text.split(part).length - 1;

async function isReady(url: string) {
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
}

test("npm start", async () => {
  const printed = await clone.start(isReady);
  expect(has(reader)).toBe(true);
  expect(printed).not.toContain(withoutReader);
  expect(clone.changedFiles()).toBe("");
});

test("npm ci, whose install scripts fail, and npm start", async () => {
  await clone.npm("ci", withScripts, "--prefer-offline");
  expect(has(reader)).toBe(false);
  const printed = await clone.start(isReady);
  expect(count(printed, withoutReader)).toBe(1);
});

test("npm install, whose install scripts fail, and npm test", async () => {
  await clone.npm("install", withScripts, "--prefer-offline");
  expect(has(reader)).toBe(false);
  // One step stands for all: it compiles every file, and the packages are complete by then.
  const printed = await clone.npm("test", "--", "--only", "types");
  expect(printed).toContain("1 passed, 0 failed");
  expect(has(reader)).toBe(true);
  expect(clone.changedFiles()).toBe("");
});

test("npm ci without the optional packages, and npm start", async () => {
  await clone.npm("ci", "--omit=optional", "--prefer-offline");
  const printed = await clone.start(isReady);
  expect(has(reader)).toBe(false);
  expect(has("node_modules/onnxruntime-node")).toBe(false);
  expect(count(printed, withoutReader)).toBe(1);
  expect(count(printed, "anvil is not installed")).toBe(1);
});
