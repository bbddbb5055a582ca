import { expect, test } from "vitest";
import { readSource, readSources } from "./testing/sources.ts";

const manifest = JSON.parse(readSource("package.json"));
const lock = JSON.parse(readSource("package-lock.json"));

test("the lock file names no download host", () => {
  const resolved = Object.entries<{ resolved?: string }>(lock.packages)
    .filter(([, { resolved }]) => resolved?.startsWith("http"))
    .map(([path]) => path);
  expect(resolved).toEqual([]);
});

test("packages are named by exact versions, the same in the lock file", () => {
  const wanted: Record<string, string> = {
    ...manifest.dependencies,
    ...manifest.optionalDependencies,
    ...manifest.devDependencies,
  };
  for (const [name, version] of Object.entries(wanted)) {
    expect(version, name).toMatch(/^\d+\.\d+\.\d+(-[\w.]+)?$/);
    expect(lock.packages[`node_modules/${name}`]?.version, name).toBe(version);
  }
});

test("every package that the sources import is a declared one", () => {
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

test("what the shipped programs import is a dependency, not a development one", () => {
  const runtime = new Set(
    Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies }),
  );
  const lacking = readSources()
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
  expect(lacking).toEqual([]);
});

function packageOf(specifier: string): string {
  return specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/");
}
