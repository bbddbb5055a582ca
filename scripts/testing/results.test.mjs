import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { readPlaywrightResults, readVitestResults } from "./results.mjs";

const folder = mkdtempSync(join(tmpdir(), "tessera-results-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
afterEach(() => vi.unstubAllEnvs());

function reportOf(content) {
  const file = join(folder, "report.json");
  writeFileSync(file, JSON.stringify(content));
  return file;
}

const seenFirst =
  "Error: not yet\n\n\u001b[32mExpected: 1\u001b[39m\n    at deep (lib.ts:1:1)\n    at a.test.ts:5:3";

test("a Vitest report gives its passed and failed tests", () => {
  const file = reportOf({
    testResults: [
      {
        name: "a.test.ts",
        status: "failed",
        assertionResults: [
          { status: "passed", fullName: "adds", duration: 12, failureMessages: [seenFirst] },
          { status: "failed", fullName: "subtracts", failureMessages: [seenFirst] },
          { status: "pending", fullName: "is skipped" },
        ],
      },
    ],
  });
  expect(readVitestResults(file, false)).toMatchObject({
    passed: 1,
    failed: 1,
    skipped: 1,
    failures: ["a.test.ts: subtracts: Error: not yet Expected: 1 at a.test.ts:5:3"],
    secondTries: ["a.test.ts: adds: Error: not yet Expected: 1 at a.test.ts:5:3"],
    timings: [{ title: "a.test.ts: adds", tookMs: 12 }],
  });
});

test("a test file that cannot be loaded is one failure, although it has no test", () => {
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
  expect(readVitestResults(file, false)).toMatchObject({
    passed: 1,
    failed: 1,
    failures: ["b.test.ts: no such module"],
  });
});

test("a run without tests fails, and so does one that failed outside its tests", () => {
  expect(readVitestResults(reportOf({ testResults: [] }), true).failed).toBe(1);
  const green = { testResults: [{ assertionResults: [{ status: "passed" }], status: "passed" }] };
  expect(readVitestResults(reportOf(green), true).failed).toBe(0);
  expect(readVitestResults(reportOf(green), false).failed).toBe(1);
});

test("a runner that wrote no report fails", () => {
  expect(readVitestResults(join(folder, "none.json"), true).failed).toBe(1);
  expect(readPlaywrightResults(join(folder, "none.json"), true).failed).toBe(1);
});

test("a run that skipped every test passes, but not in CI", () => {
  const vitest = reportOf({
    testResults: [{ status: "passed", assertionResults: [{ status: "pending" }] }],
  });
  vi.stubEnv("CI", "");
  expect(readVitestResults(vitest, true)).toMatchObject({ passed: 0, failed: 0, skipped: 1 });
  vi.stubEnv("CI", "true");
  expect(readVitestResults(vitest, true)).toMatchObject({ passed: 0, failed: 1 });
});

test("a Playwright report gives its tests and those that passed on the second try", () => {
  const file = reportOf({
    suites: [
      {
        title: "pay.spec.ts",
        specs: [
          { title: "pays", tests: [{ status: "expected", results: [{ duration: 900 }] }] },
          {
            title: "at times",
            tests: [{ status: "flaky", results: [{ duration: 0, error: { stack: seenFirst } }] }],
          },
          { title: "elsewhere", tests: [{ status: "skipped" }] },
        ],
        suites: [
          { title: "declines", specs: [{ title: "says why", tests: [{ status: "unexpected" }] }] },
        ],
      },
    ],
  });
  expect(readPlaywrightResults(file, false)).toMatchObject({
    passed: 2,
    failed: 1,
    skipped: 1,
    secondTries: ["pay.spec.ts › at times: Error: not yet Expected: 1 at a.test.ts:5:3"],
    failures: ["pay.spec.ts › declines › says why: no message"],
    timings: [{ title: "pay.spec.ts › pays", tookMs: 900 }],
  });
});
