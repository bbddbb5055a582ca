import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { readPlaywrightResults, readVitestResults } from "./results.mjs";

const folder = mkdtempSync(join(tmpdir(), "tessera-results-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function reportOf(content) {
  const file = join(folder, "report.json");
  writeFileSync(file, JSON.stringify(content));
  return file;
}

test("a Vitest report gives its passed and failed tests", () => {
  const file = reportOf({
    testResults: [
      {
        name: "a.test.ts",
        status: "failed",
        assertionResults: [
          { status: "passed", fullName: "adds" },
          { status: "failed", fullName: "subtracts" },
          { status: "pending", fullName: "is skipped" },
        ],
      },
    ],
  });
  expect(readVitestResults(file, false)).toEqual({
    passed: 1,
    failed: 1,
    failures: ["a.test.ts: subtracts"],
  });
});

test("a test file that cannot be loaded is one failure, though it holds no test", () => {
  const file = reportOf({
    testResults: [
      { name: "a.test.ts", status: "passed", assertionResults: [{ status: "passed" }] },
      {
        name: "b.test.ts",
        status: "failed",
        message: "no such module\nstack",
        assertionResults: [],
      },
    ],
  });
  expect(readVitestResults(file, false)).toEqual({
    passed: 1,
    failed: 1,
    failures: ["b.test.ts: no such module"],
  });
});

test("a run that ran nothing fails, and so does one that failed outside of its tests", () => {
  expect(readVitestResults(reportOf({ testResults: [] }), true).failed).toBe(1);
  const green = { testResults: [{ assertionResults: [{ status: "passed" }], status: "passed" }] };
  expect(readVitestResults(reportOf(green), true).failed).toBe(0);
  expect(readVitestResults(reportOf(green), false).failed).toBe(1);
});

test("a runner that wrote no report fails", () => {
  expect(readVitestResults(join(folder, "none.json"), true).failed).toBe(1);
  expect(readPlaywrightResults(join(folder, "none.json"), true).failed).toBe(1);
});

test("a Playwright test that passed on its second try passed", () => {
  const file = reportOf({
    suites: [
      {
        title: "pay.spec.ts",
        specs: [{ title: "pays", tests: [{ status: "flaky" }] }],
        suites: [
          { title: "declines", specs: [{ title: "says why", tests: [{ status: "unexpected" }] }] },
        ],
      },
    ],
  });
  expect(readPlaywrightResults(file, false)).toEqual({
    passed: 1,
    failed: 1,
    failures: ["pay.spec.ts › declines › says why"],
  });
});
