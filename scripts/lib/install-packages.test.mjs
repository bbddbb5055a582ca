import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { missingPackages, omitsOptional } from "./install-packages.mjs";

let root;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "tessera-install-"));
  write("package.json", {
    dependencies: { server: "1.0.0" },
    devDependencies: { builder: "2.0.0" },
    optionalDependencies: { reader: "3.0.0" },
  });
  write("package-lock.json", { packages: { "node_modules/reader": {} } });
});
afterEach(() => rmSync(root, { recursive: true }));

function write(path, content) {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), JSON.stringify(content));
}
function install(versions) {
  write("node_modules/.package-lock.json", {});
  for (const [name, version] of Object.entries(versions))
    write(`node_modules/${name}/package.json`, { version });
}

test("an optional package counts as missing only if requested", () => {
  install({ server: "1.0.0", builder: "1.9.0" });
  expect(missingPackages(root)).toEqual(["builder"]);
  expect(missingPackages(root, true)).toEqual(["builder", "reader"]);
});

test("an installation without optional packages stays without them, and a fresh checkout gets them", () => {
  expect(omitsOptional(root)).toBe(false);
  install({ server: "1.0.0" });
  expect(omitsOptional(root)).toBe(true);
  install({ reader: "3.0.0" });
  expect(omitsOptional(root)).toBe(false);
});
