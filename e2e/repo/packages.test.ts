import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import semver from "semver";
import { expect, test } from "vitest";
import { filesBelow, readSource, readSources, repository } from "./testing/sources.ts";

const manifest = JSON.parse(readSource("package.json"));
const lock = JSON.parse(readSource("package-lock.json"));
/** Lock files of the examples and tests that install their own packages. */
const lockFiles = filesBelow().filter((path) => basename(path) === "package-lock.json");

interface Locked {
  resolved?: string;
  integrity?: string;
  engines?: { node?: string };
  cpu?: string[];
}
const lockedBy = (path: string) =>
  Object.entries(JSON.parse(readSource(path)).packages as Record<string, Locked>);

test.each(lockFiles)("%s names no download host", (path) => {
  const resolved = lockedBy(path).filter(([, { resolved }]) => resolved?.startsWith("http"));
  expect(resolved.map(([name]) => name)).toEqual([]);
});

test("lock files of examples fit every build of our package", () => {
  const examples = lockFiles.filter((path) => path.startsWith("examples/"));
  expect(examples.length).toBeGreaterThan(2);
  for (const path of examples) {
    const own = new Map(lockedBy(path)).get("node_modules/tessera");
    expect(own, path).toMatchObject({ resolved: "file:tessera.tgz", version: manifest.version });
    expect(own?.integrity, path).toBeUndefined();
  }
});

test("package.json has exact versions, the same as the lock file", () => {
  const versions: Record<string, string> = {
    ...manifest.dependencies,
    ...manifest.optionalDependencies,
    ...manifest.devDependencies,
  };
  for (const [name, version] of Object.entries(versions)) {
    expect(version, name).toMatch(/^\d+\.\d+\.\d+(-[\w.]+)?$/);
    expect(lock.packages[`node_modules/${name}`]?.version, name).toBe(version);
  }
});

test.each(lockFiles)(
  "every package of %s supports all Node.js versions of package.json",
  (path) => {
    const ours: string = manifest.engines.node;
    const narrower = lockedBy(path)
      // Node.js has no 32-bit Windows build since 23, so sharp's package for it supports none after 20.
      .filter(([, { cpu }]) => !cpu?.includes("ia32"))
      .filter(([, { engines }]) => engines?.node && !semver.subset(ours, engines.node))
      .map(([name, { engines }]) => `${name} needs ${engines?.node}`);
    expect(narrower).toEqual([]);
  },
);

test("no source imports an optional package, so all compile without them", () => {
  const optional = new Set(Object.keys(manifest.optionalDependencies));
  const naming = readSources()
    .flatMap(({ path, imports }) => imports.map(({ specifier }) => ({ path, specifier })))
    .filter(({ specifier }) => optional.has(packageOf(specifier)))
    .map(({ path, specifier }) => `${path} → ${specifier}`);
  expect(naming).toEqual([]);
});

test("npm runs no install scripts in this repository", () => {
  const lines = readFileSync(join(repository, ".npmrc"), "utf8").split("\n");
  expect(lines).toContain("ignore-scripts=true");
});

test("every imported package is declared", () => {
  const declared = new Set(
    Object.keys({
      ...manifest.dependencies,
      ...manifest.optionalDependencies,
      ...manifest.devDependencies,
    }),
  );
  const undeclared = readSources().flatMap(({ path, imports }) =>
    imports
      .filter(({ specifier, file }) => file === undefined && !specifier.startsWith("node:"))
      .filter(({ specifier }) => !/^(tessera|virtual:|\/)/.test(specifier))
      .filter(({ specifier }) => !declared.has(packageOf(specifier)))
      .map(({ specifier }) => `${path} → ${specifier}`),
  );
  expect(undeclared).toEqual([]);
});

test("shipped programs import no devDependency", () => {
  const runtime = new Set(
    Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies }),
  );
  const undeclared = readSources()
    .filter(
      ({ path, isTest }) =>
        !isTest && /^(contract|service|sandbox|demo\/shop\/server)\//.test(path),
    )
    .flatMap(({ path, imports }) =>
      imports
        .filter(
          ({ specifier, file, typeOnly }) =>
            file === undefined && !typeOnly && !specifier.startsWith("node:"),
        )
        .filter(
          ({ specifier }) => !specifier.startsWith("tessera") && !runtime.has(packageOf(specifier)),
        )
        .map(({ specifier }) => `${path} → ${specifier}`),
    );
  expect(undeclared).toEqual([]);
});

function packageOf(specifier: string): string {
  return specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/");
}
