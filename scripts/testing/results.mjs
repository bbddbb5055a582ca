import { readFileSync } from "node:fs";
import { relative } from "node:path";
import { stripVTControlCharacters } from "node:util";

/**
 * @typedef {{ title: string, tookMs: number }} Timing of one test
 * @typedef {{ passed: number, failed: number, skipped: number, failures: string[], secondTries: string[],
 *   timings: Timing[] }} Counts
 *   the numbers of passed, failed and skipped tests, failed tests and those that passed only on the second try, with
 *   the first error, and each test's duration
 */

/**
 * Counts the tests of Vitest's JSON report. A file that could not be loaded has no tests and counts as one failure. So
 * does a failed run without a failed test (an unhandled error).
 *
 * @param {string} reportFile
 * @param {boolean} exitedCleanly whether the runner exited with 0
 * @returns {Counts}
 */
export function readVitestResults(reportFile, exitedCleanly) {
  const report = readReport(reportFile);
  if (!report) return noReport();
  const failures = [];
  const secondTries = [];
  const timings = [];
  let passed = 0;
  let skipped = 0;
  for (const { name, ...suite } of report.testResults ?? []) {
    const file = relative(process.cwd(), name ?? "");
    const failedHere = [];
    for (const test of suite.assertionResults ?? []) {
      const title = `${file}: ${test.fullName}`;
      if (test.duration !== undefined) timings.push({ title, tookMs: test.duration });
      // The messages come from the first try.
      if (test.status === "passed" && test.failureMessages?.length > 0) {
        secondTries.push(`${title}: ${reasonOf(test.failureMessages[0])}`);
      }
      if (test.status === "passed") passed++;
      else if (test.status === "pending" || test.status === "skipped") skipped++;
      else if (test.status === "failed") {
        failedHere.push(`${title}: ${reasonOf(test.failureMessages?.[0])}`);
      }
    }
    if (suite.status === "failed" && failedHere.length === 0) {
      failedHere.push(`${file}: ${firstLine(suite.message) || "could not be run"}`);
    }
    failures.push(...failedHere);
  }
  return countsOfRun({ passed, skipped, failures, secondTries, timings }, exitedCleanly);
}

/**
 * Counts the tests in Playwright's JSON report.
 *
 * @param {string} file
 * @param {boolean} exitedCleanly
 * @returns {Counts}
 */
export function readPlaywrightResults(file, exitedCleanly) {
  const report = readReport(file);
  if (!report) return noReport();
  const failures = (report.errors ?? []).map((error) => firstLine(error.message));
  const secondTries = [];
  const timings = [];
  let passed = 0;
  let skipped = 0;
  const visit = (suite, path) => {
    const here = [...path, suite.title].filter(Boolean);
    for (const child of suite.suites ?? []) visit(child, here);
    for (const spec of suite.specs ?? []) {
      for (const test of spec.tests ?? []) {
        const title = [...here, spec.title].join(" › ");
        const tookMs = (test.results ?? []).reduce((sum, { duration }) => sum + duration, 0);
        if (tookMs > 0) timings.push({ title, tookMs });
        if (test.status === "flaky") {
          secondTries.push(`${title}: ${reasonOf(test.results?.[0]?.error?.stack)}`);
        }
        if (test.status === "expected" || test.status === "flaky") passed++;
        else if (test.status === "skipped") skipped++;
        else failures.push(`${title}: ${reasonOf(test.results?.[0]?.error?.stack)}`);
      }
    }
  };
  for (const suite of report.suites ?? []) visit(suite, []);
  return countsOfRun({ passed, skipped, failures, secondTries, timings }, exitedCleanly);
}

/**
 * A run that skipped every test passes on a developer's machine, which may lack what the tests need. In CI it fails,
 * because nobody would notice.
 */
function countsOfRun({ passed, skipped, failures, secondTries, timings }, exitedCleanly) {
  if (failures.length === 0 && passed === 0) {
    if (skipped === 0) failures.push("the runner ran nothing");
    else if (process.env.CI) failures.push(`all ${skipped} tests were skipped`);
  }
  if (failures.length === 0 && !exitedCleanly)
    failures.push("the runner failed outside of any test");
  return { passed, failed: failures.length, skipped, failures, secondTries, timings };
}

/** @param {string[]} failures why a step without a report failed; empty if it passed */
export function countsOfStep(failures) {
  const failed = failures.length;
  return {
    passed: failed === 0 ? 1 : 0,
    failed,
    skipped: 0,
    failures,
    secondTries: [],
    timings: [],
  };
}

function noReport() {
  return countsOfStep(["the runner wrote no report"]);
}

function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}

/** The first lines of an error with its stack, up to the place in our sources, on one line. */
function reasonOf(stack) {
  const lines = stripVTControlCharacters(String(stack ?? "no message")).split("\n");
  const place = lines.findIndex((line) => /^\s*at .*\.(test|spec)\./.test(line));
  const message = lines.filter((line) => line.trim() && !/^\s*at /.test(line)).slice(0, 6);
  return [...message, lines[place] ?? ""]
    .map((line) => line.trim())
    .join(" ")
    .slice(0, 400)
    .trim();
}

function firstLine(text) {
  return String(text ?? "").split("\n")[0] ?? "";
}
