import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import {
  installPlatformPackages,
  isForThisPlatform,
  missingPlatformPackages,
} from "./platform-packages.mjs";

const here = { os: [process.platform], cpu: [process.arch] };
const lock = {
  packages: {
    "": { optionalDependencies: { reader: "1.0.0" } },
    "node_modules/picture": { optionalDependencies: { "@p/here": "1.0.0", "@p/there": "1.0.0" } },
    "node_modules/@p/here": { version: "1.0.0", integrity: "sha512-a", optional: true, ...here },
    "node_modules/@p/there": { version: "1.0.0", optional: true, os: ["aix"] },
    "node_modules/reader": { version: "1.0.0", optional: true, ...here },
  },
};

let root;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "tessera-platform-"));
  writeFileSync(join(root, ".npmrc"), "");
});
afterEach(() => rmSync(root, { recursive: true }));

test("only packages that another package needs on this platform count as missing", () => {
  const missing = missingPlatformPackages(root, lock);
  expect(missing.map(({ name }) => name)).toEqual(["@p/here"]);
});

test("missing packages are installed as locked, and then none is missing", () => {
  let locked;
  installPlatformPackages(root, missingPlatformPackages(root, lock), (folder) => {
    locked = JSON.parse(readFileSync(join(folder, "package-lock.json"), "utf8")).packages;
    const target = join(folder, "node_modules", "@p", "here");
    mkdirSync(target, { recursive: true });
    writeFileSync(join(target, "package.json"), "{}");
  });
  expect(locked["node_modules/@p/here"]).toEqual({ version: "1.0.0", integrity: "sha512-a" });
  expect(missingPlatformPackages(root, lock)).toEqual([]);
});

test("a failed install leaves no partial package", () => {
  const failing = () => {
    throw new Error("no network");
  };
  const missing = missingPlatformPackages(root, lock);
  expect(() => installPlatformPackages(root, missing, failing)).toThrow("no network");
  expect(missingPlatformPackages(root, lock)).toEqual(missing);
});

test("os and cpu match by name and by exclusion", () => {
  expect(isForThisPlatform(here)).toBe(true);
  expect(isForThisPlatform({ os: [`!${process.platform}`] })).toBe(false);
  expect(isForThisPlatform({ os: ["!aix"] })).toBe(true);
  expect(isForThisPlatform({ cpu: ["wasm32"] })).toBe(false);
});
