import { readFileSync } from "node:fs";

/**
 * @typedef {{ passed: number, failed: number, failures: string[] }} Counts how many tests passed
 *   and failed, and the titles of those that failed
 */

/**
 * Counts from Vitest's JSON report. A file that could not even be loaded holds no tests, so it
 * counts as one failure; a failed run without any failed test (an unhandled error) likewise.
 *
 * @param {string} file
 * @param {boolean} exitedWell whether the runner itself said that all is well
 * @returns {Counts}
 */
export function readVitestResults(file, exitedWell) {
  const report = readReport(file);
  if (!report) return { passed: 0, failed: 1, failures: ["the runner wrote no report"] };
  const failures = [];
  let passed = 0;
  for (const suite of report.testResults ?? []) {
    const failedHere = [];
    for (const test of suite.assertionResults ?? []) {
      if (test.status === "passed") passed++;
      else if (test.status === "failed") failedHere.push(`${suite.name}: ${test.fullName}`);
    }
    if (suite.status === "failed" && failedHere.length === 0) {
      failedHere.push(`${suite.name}: ${firstLine(suite.message) || "could not be run"}`);
    }
    failures.push(...failedHere);
  }
  return judge(passed, failures, exitedWell);
}

/**
 * Counts from Playwright's JSON report; a test that passed on a second try passed.
 *
 * @param {string} file
 * @param {boolean} exitedWell
 * @returns {Counts}
 */
export function readPlaywrightResults(file, exitedWell) {
  const report = readReport(file);
  if (!report) return { passed: 0, failed: 1, failures: ["the runner wrote no report"] };
  const failures = (report.errors ?? []).map((error) => firstLine(error.message));
  let passed = 0;
  const visit = (suite, path) => {
    const here = [...path, suite.title].filter(Boolean);
    for (const child of suite.suites ?? []) visit(child, here);
    for (const spec of suite.specs ?? []) {
      for (const test of spec.tests ?? []) {
        if (test.status === "expected" || test.status === "flaky") passed++;
        else if (test.status === "unexpected") failures.push([...here, spec.title].join(" › "));
      }
    }
  };
  for (const suite of report.suites ?? []) visit(suite, []);
  return judge(passed, failures, exitedWell);
}

function judge(passed, failures, exitedWell) {
  if (failures.length === 0 && passed === 0) failures.push("the runner ran nothing");
  if (failures.length === 0 && !exitedWell) failures.push("the runner failed outside of any test");
  return { passed, failed: failures.length, failures };
}

function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}

function firstLine(text) {
  return String(text ?? "").split("\n")[0] ?? "";
}
