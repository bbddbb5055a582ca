/** `connectors new` in a copy of the sources: the result compiles, and its tests say what is left to write. */
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { repository } from "../repo/testing/sources.ts";
import { type FreshClone, makeFreshClone } from "./testing/fresh-clone.ts";

let clone: FreshClone;
beforeAll(() => {
  clone = makeFreshClone({ hasBuild: true });
  symlinkSync(join(repository, "node_modules"), join(clone.folder, "node_modules"), "dir");
});
afterAll(() => clone.remove());

const folder = "service/providers/processor/acme-pay";
const command = (...words: string[]) =>
  spawnSync(process.execPath, ["scripts/tessera.mjs", "connectors", "new", ...words], {
    cwd: clone.folder,
    encoding: "utf8",
  });
const run = (...args: string[]) =>
  execFileSync(process.execPath, args, { cwd: clone.folder, encoding: "utf8" });

interface Result {
  readonly assertionResults: readonly {
    readonly ancestorTitles: readonly string[];
    readonly title: string;
    readonly status: "passed" | "failed";
    readonly failureMessages: readonly string[];
  }[];
}

function results(): Result["assertionResults"] {
  const file = join(clone.folder, "results.json");
  const vitest = ["node_modules/vitest/vitest.mjs", "run", "--project", "service"];
  spawnSync(
    process.execPath,
    [...vitest, `${folder}/acme-pay-connector.test.ts`, "--reporter=json", `--outputFile=${file}`],
    { cwd: clone.folder, encoding: "utf8" },
  );
  const { testResults } = JSON.parse(readFileSync(file, "utf8")) as { testResults: Result[] };
  return testResults.flatMap(({ assertionResults }) => assertionResults);
}
const left = (found: Result["assertionResults"]) =>
  found.filter(({ ancestorTitles }) => ancestorTitles.includes("acme-pay: what is left to write"));
const failed = (found: Result["assertionResults"]) =>
  found.filter(({ status }) => status === "failed").map(({ title }) => title);

test("makes a connector that compiles, sends nothing, and lists what is left to write", () => {
  const result = command("acme-pay");
  expect([result.status, result.stderr]).toEqual([0, ""]);
  expect(result.stdout).toContain(`new      ${folder}/acme-pay-connector.ts`);
  expect(result.stdout).toContain("changed  contract/connectors/card-capabilities.ts");
  // One line in the list of vendors, and its import.
  const changes = execFileSync(
    "git",
    ["diff", "--numstat", "--", "service/providers/processor/vendor-settings.ts"],
    { cwd: clone.folder, encoding: "utf8" },
  );
  expect(changes).toMatch(/^2\t0\t/);

  // Formatting, lint and types must pass.
  run(
    "node_modules/@biomejs/biome/bin/biome",
    "check",
    "--error-on-warnings",
    folder,
    "contract/connectors",
  );
  run("scripts/lib/tsc.mjs", "-b", "service");
  const tests = { extends: "./tsconfig.tests.json", include: [`${folder}/**/*.test.ts`] };
  writeFileSync(join(clone.folder, "tsconfig.new.json"), JSON.stringify(tests));
  run("scripts/lib/tsc.mjs", "-p", "tsconfig.new.json");

  const first = results();
  const todo = left(first);
  expect(failed(todo)).toEqual([
    "charge sends a charge, and believes the approval",
    "lookUp finds the charge by our reference",
    "reverse takes the whole charge back",
    "refund returns money of the charge",
    "lookUpRefund finds the refund",
    "the table of abilities says what the vendor's documentation says",
    "the check has the vendor's test card",
    "declines have our reasons",
    "the sandbox plays the vendor's API",
    "whole payments run against the sandbox's copy",
    "the check of a connector runs against the sandbox's copy",
    "the documentation has a page",
    "the console knows the vendor's name",
  ]);
  expect(todo[0]?.failureMessages.join()).toContain(
    "Write charge in acme-pay-connector.ts, and put the vendor's good responses into good.charge",
  );
  // The conformance suite runs and accepts nothing yet.
  const conformance = first.filter(({ ancestorTitles }) =>
    ancestorTitles.includes("AcmePay: what every connector guarantees"),
  );
  expect(conformance.length).toBeGreaterThan(20);
  expect(failed(conformance)).toContain("a good response is trusted");

  // Each finished part shortens the list.
  const table = join(clone.folder, "contract/connectors/card-capabilities.ts");
  const isNote = (line: string) => line.includes("Not read yet");
  const lines = readFileSync(table, "utf8").split("\n");
  writeFileSync(table, lines.filter((line) => !isNote(line)).join("\n"));
  writeFileSync(join(clone.folder, "docs/connectors", "acme-pay.md"), "# Acme\n");
  const then = failed(left(results()));
  expect(then).toHaveLength(11);
  expect(then).not.toContain("the documentation has a page");
});

test("refuses a name that is in use or invalid, and changes nothing", () => {
  const names: [string[], RegExp][] = [
    [["stripe"], /There is a connector stripe/],
    [["authorize-net"], /There is a connector authorize-net/],
    [["../acme"], /small letters/],
    [["Acme"], /small letters/],
    [["toString"], /small letters/],
    [[], /needs the name/],
    [["one", "two"], /needs the name/],
  ];
  const status = () =>
    execFileSync("git", ["status", "--short"], { cwd: clone.folder, encoding: "utf8" });
  const before = status();
  for (const [words, problem] of names) {
    const refused = command(...words);
    expect(refused.status).toBe(1);
    expect(refused.stderr).toMatch(problem);
  }
  expect(status()).toBe(before);
  expect(existsSync(join(clone.folder, "service/providers/processor/acme"))).toBe(false);
});
