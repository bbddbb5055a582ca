import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { chooseSteps } from "./choose-steps.mjs";
import { steps } from "./steps.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const choose = (...args) => chooseSteps(root, steps, args);
const names = (...args) => choose(...args).map(({ name }) => name);
const filesOf = (...args) =>
  choose(...args).map(({ name, commands }) => [
    name,
    commands.flat().filter((word) => /^(service|e2e|scripts)\/.*test\.|^service\/.*\/$/.test(word)),
  ]);
const file = "service/app/create-service.test.ts";

test("without arguments all steps run, and with --only the named ones", () => {
  expect(choose()).toEqual(steps);
  expect(names("--only", "unit,types")).toEqual(["types", "unit"]);
  expect(names("--only=unit")).toEqual(["unit"]);
});

test("a path runs in its step, without a build that its tests do not read", () => {
  expect(filesOf(file)).toEqual([["service", [file]]]);
  expect(choose(file)[0]?.needs).toEqual(["postgres"]);
  expect(choose("e2e/repo/file-style.test.ts")[0]?.needs).toEqual(["build"]);
});

test("--only and a path run the path only in these steps, in either order", () => {
  for (const args of [
    ["--only", "races", "service/payments"],
    ["service/payments", "--only=races"],
  ])
    expect(filesOf(...args)).toEqual([["races", ["service/payments/"]]]);
  expect(filesOf("--only", "service,unit", file)).toEqual([["service", [file]]]);
});

test("what cannot be run is refused with the reason", () => {
  expect(() => choose("--only", "unit", file)).toThrow(
    `${file} is run by service, and not by --only unit.`,
  );
  expect(() => choose("--only", "service", file, "e2e/repo/file-style.test.ts")).toThrow(
    "e2e/repo/file-style.test.ts is run by unit",
  );
  for (const args of [["--only"], ["--only="], ["--only", "unit,other"], ["--only", file]])
    expect(() => choose(...args)).toThrow("--only accepts: build,lint,");
  expect(() => choose("--fast")).toThrow("Unknown option --fast");
  expect(() => choose("--only", "unit", "--fast")).toThrow("Unknown option --fast");
  expect(() => choose("service/nowhere")).toThrow("service/nowhere does not exist");
});
