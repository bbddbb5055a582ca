import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import semver from "semver";
import { expect, test } from "vitest";
import { admits, requireNode } from "./require-node.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const range = JSON.parse(readFileSync(join(root, "package.json"), "utf8")).engines.node;

test("the scripts refuse the same Node versions as npm", () => {
  const versions = [18, 20, 21, 22, 23, 24, 25].flatMap((major) =>
    ["0.0", "12.0", "13.0", "18.9", "19.0", "20.2"].map((rest) => `${major}.${rest}`),
  );
  const admitted = versions.filter((version) => admits(range, version));
  expect(admitted).toEqual(versions.filter((version) => semver.satisfies(version, range)));
  expect(admitted).toContain("20.19.0");
});

test("a Node version outside the range is refused with the range and the version", () => {
  expect(() => requireNode(root, "20.18.0")).toThrow(
    "Tessera needs Node ^20.19.0 or ^22.13.0 or >=24.0.0; this is 20.18.0.",
  );
  expect(() => requireNode(root)).not.toThrow();
});

test("a range of another form is an error", () => {
  expect(() => admits("20.x", "20.19.0")).toThrow("engines");
});
