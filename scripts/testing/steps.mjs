/**
 * @typedef {object} Step
 * @property {string} name for `--only`
 * @property {string} what for `--list`
 * @property {string[][]} commands run one after another; `<report>` is replaced by the report's file
 * @property {"step" | "vitest" | "playwright"} counts a step counts as one; a test runner's report has the numbers of
 *   passed, failed and skipped tests
 * @property {string[]} [after] steps that come before it, if they were chosen
 * @property {("build" | "browser" | "postgres" | "firefox" | "webkit" | "haproxy" | "pgbouncer" | "buildah")[]} [needs]
 *   what must be available; without one of the last five, tests that need it are skipped, or fail in CI
 * @property {number} timeoutMs several times the step's duration when two other steps share two otherwise idle cores
 */

const node = process.execPath;
const bin = (path) => [node, `node_modules/${path}`];
const vitest = (...args) => [
  ...bin("vitest/vitest.mjs"),
  "run",
  ...args,
  "--reporter=default",
  "--reporter=json",
  "--outputFile.json=<report>",
];

/** All steps: what the others need, then the longest first, so that both cores are busy to the end. */
/** @type {Step[]} */
export const steps = [
  {
    name: "build",
    what: "SDK, frames, programs",
    commands: [[node, "scripts/build.mjs"]],
    counts: "step",
    timeoutMs: 900_000,
  },
  {
    name: "lint",
    what: "Biome: lint and format",
    commands: [[...bin("@biomejs/biome/bin/biome"), "ci", "--colors=off"]],
    counts: "step",
    timeoutMs: 300_000,
  },
  {
    name: "e2e",
    what: "journeys in Chromium, Firefox and WebKit: shop, frames, sandbox, on PostgreSQL",
    commands: [[...bin("@playwright/test/cli.js"), "test", "-c", "e2e/playwright.config.ts"]],
    counts: "playwright",
    needs: ["build", "browser", "firefox", "webkit", "postgres"],
    after: ["build"],
    timeoutMs: 3_600_000,
  },
  {
    name: "types",
    what: "TypeScript, every folder and the tests",
    // The tests' project refers to every folder's.
    commands: [[node, "scripts/lib/tsc.mjs", "-b", "tsconfig.tests.json"]],
    counts: "step",
    // Both write TypeScript's output. The build needs only a part of it, and all journeys wait for the build.
    after: ["build"],
    timeoutMs: 900_000,
  },
  {
    name: "unit",
    what: "pure logic, widgets in happy-dom, the repository's rules, byte budgets",
    commands: [vitest("--project", "unit", "--project", "unit-document")],
    counts: "vitest",
    needs: ["build"],
    after: ["build"],
    timeoutMs: 3_600_000,
  },
  {
    name: "service",
    what: "service and sandbox, on PostgreSQL",
    commands: [vitest("--project", "service")],
    counts: "vitest",
    needs: ["build", "postgres"],
    after: ["build"],
    timeoutMs: 3_600_000,
  },
  {
    name: "clones",
    what: "the commands of newcomers in a fresh clone, where install scripts cannot download",
    commands: [vitest("--project", "clones")],
    counts: "vitest",
    after: ["build"],
    timeoutMs: 3_600_000,
  },
  {
    name: "crash",
    what: "kill -9 during payments, refunds and disputes, on both stores",
    commands: [vitest("--project", "crash")],
    counts: "vitest",
    needs: ["build", "postgres"],
    after: ["build"],
    timeoutMs: 3_600_000,
  },
  {
    name: "image",
    what: "the image, built with buildah and run read-only as an unprivileged user",
    commands: [vitest("--project", "image")],
    counts: "vitest",
    needs: ["postgres", "buildah"],
    after: ["build"],
    timeoutMs: 3_600_000,
  },
  {
    name: "rolling",
    what: "rolling restarts behind HAProxy, PostgreSQL restarts under load, PgBouncer",
    commands: [vitest("--project", "rolling")],
    counts: "vitest",
    needs: ["build", "postgres", "haproxy", "pgbouncer"],
    after: ["build"],
    timeoutMs: 3_600_000,
  },
  {
    name: "races",
    what: "concurrent requests, on PostgreSQL",
    commands: [vitest("--project", "races")],
    counts: "vitest",
    needs: ["postgres"],
    after: ["build"],
    timeoutMs: 3_600_000,
  },
  {
    name: "service-embedded",
    what: "those of the service's tests that the embedded store could decide otherwise (on-embedded.mjs)",
    commands: [vitest("--project", "service-embedded")],
    counts: "vitest",
    needs: ["build"],
    // Compares the statements that `service` has sent.
    after: ["build", "service"],
    timeoutMs: 3_600_000,
  },
];
