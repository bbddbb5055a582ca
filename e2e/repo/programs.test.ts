import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { readSource, readSources, repository } from "./testing/sources.ts";

/** Files of ours that a program reads when it starts. */
function filesOf(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  const text = readFileSync(file, "utf8");
  for (const [, path = ""] of text.matchAll(/^(?:import|export)\b[^;]*?from "(\.[^"]+)";$/gm))
    filesOf(join(dirname(file), path), seen);
  return seen;
}

test.each(["service/app/program.js", "service/app/engine-thread.js", "sandbox/program.js"])(
  "%s starts from a few files of ours instead of a thousand",
  (program) => {
    expect(filesOf(join(repository, "dist", "node", program)).size).toBeLessThanOrEqual(3);
  },
);

test("a built program finds the files of its threads beside it", () => {
  const folder = join(repository, "dist", "node", "service", "app");
  const parts = readdirSync(folder).filter((name) => /^program.*\.js$/.test(name));
  const threads = parts.flatMap((name) =>
    [
      ...readFileSync(join(folder, name), "utf8").matchAll(
        /new URL\("(.+?)", import\.meta\.url\)/g,
      ),
    ].map(([, file = ""]) => file),
  );
  expect(threads).toContain("./engine-thread.js");
  for (const file of threads) expect(existsSync(join(folder, file)), file).toBe(true);
});

// `npm run dev` starts these: TypeScript writes each changed module again, and the build runs only at startup.
test.each(["service/app/main.js", "sandbox/main.js"])("%s reads each module", (program) => {
  expect(filesOf(join(repository, "dist", "node", program)).size).toBeGreaterThan(100);
});

// Benchmarks run as compiled, and TypeScript leaves out scripts that no project includes.
test("each script that the benchmarks import is compiled with them", () => {
  const { include } = JSON.parse(readSource("e2e/tsconfig.json")) as { include: string[] };
  const sources = new Map(readSources().map((source) => [source.path, source]));
  const found = new Set<string>();
  const scripts = new Set<string>();
  const follow = (path: string) => {
    if (found.has(path)) return;
    found.add(path);
    for (const { file, typeOnly } of sources.get(path)?.imports ?? []) {
      if (!file || typeOnly) continue;
      if (file.endsWith(".mjs")) scripts.add(`../${file}`);
      follow(file);
    }
  };
  follow("bench/main.ts");
  expect(scripts).toContain("../scripts/lib/free-ports.mjs");
  expect([...scripts].filter((script) => !include.includes(script))).toEqual([]);
});

test("the types of tests are checked against the declarations of every folder", () => {
  const references = (file: string) =>
    [...readSource(file).matchAll(/"path": "(.+?)"/g)].map(([, path]) => path);
  expect(references("tsconfig.json").length).toBeGreaterThan(10);
  expect(references("tsconfig.tests.json")).toEqual(references("tsconfig.json"));
});
