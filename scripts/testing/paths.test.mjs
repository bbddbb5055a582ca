import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { stepsForPaths } from "./paths.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const of = (...paths) => Object.fromEntries(stepsForPaths(root, paths));

test.each([
  ["scripts/testing/paths.test.mjs", "unit"],
  ["e2e/repo/file-style.test.ts", "unit"],
  ["service/app/create-service.test.ts", "service"],
  ["service/payments/outage.race.test.ts", "races"],
  ["e2e/journeys/shop.spec.ts", "e2e"],
  ["e2e/crash/kill-embedded.crash.test.ts", "crash"],
  ["e2e/rolling/pgbouncer.rolling.test.ts", "rolling"],
  ["e2e/clones/fresh-clones.test.ts", "clones"],
  ["e2e/image/image.test.ts", "image"],
])("%s is run by %s", (path, step) => {
  expect(of(path)).toEqual({ [step]: [path] });
});

test("every step with tests in a folder runs it, and a line runs in its file's step", () => {
  expect(of("service/payments")).toEqual({
    service: ["service/payments/"],
    races: ["service/payments/"],
  });
  expect(of("./e2e/journeys/shop.spec.ts:12")).toEqual({ e2e: ["e2e/journeys/shop.spec.ts:12"] });
});

test("a path that does not exist or has no tests is an error with its name", () => {
  expect(() => of("service/nowhere")).toThrow("service/nowhere");
  expect(() => of("../elsewhere")).toThrow("../elsewhere");
  expect(() => of("styles")).toThrow("no tests in styles");
});
