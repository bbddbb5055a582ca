/**
 * @typedef {object} Step
 * @property {string} name as `--only` takes it
 * @property {string} what for `--list`
 * @property {string[][]} commands run one after the other; `<report>` stands for the report's file
 * @property {"step" | "vitest" | "playwright"} counts a whole step counts as one; a test runner's
 *   own report says how many tests passed, failed and were skipped
 * @property {1 | 2} cores how many of two cores it keeps busy; two of 1 run beside each other. What measures time
 *   has 2, though it waits most of it
 * @property {string[]} [after] steps that come before it, where they were chosen too
 * @property {("build" | "browser" | "postgres" | "haproxy" | "pgbouncer" | "buildah")[]} [needs] what must be there
 *   first; without one of the last three, tests that need it are skipped, or fail in CI
 * @property {number} timeoutMs several times what the step takes on two quiet cores
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

/** Every check there is: the quickest to fail first. */
/** @type {Step[]} */
export const steps = [
  {
    name: "types",
    what: "TypeScript, every folder and the tests",
    commands: [
      [...bin("typescript/bin/tsc"), "-b"],
      [...bin("typescript/bin/tsc"), "-p", "tsconfig.tests.json"],
    ],
    counts: "step",
    cores: 1,
    timeoutMs: 480_000,
  },
  {
    name: "lint",
    what: "Biome: lint and format",
    commands: [[...bin("@biomejs/biome/bin/biome"), "ci", "--colors=off"]],
    counts: "step",
    cores: 1,
    timeoutMs: 120_000,
  },
  {
    name: "build",
    what: "page script, frames, programs",
    commands: [[node, "scripts/build.mjs"]],
    counts: "step",
    cores: 2,
    // Both write what TypeScript compiles.
    after: ["types"],
    timeoutMs: 480_000,
  },
  {
    name: "unit",
    what: "pure logic, widgets in happy-dom, the repository's rules, byte budgets",
    commands: [vitest("--project", "unit")],
    counts: "vitest",
    needs: ["build"],
    cores: 2,
    after: ["build"],
    timeoutMs: 600_000,
  },
  {
    name: "service",
    what: "service and sandbox on the embedded store",
    commands: [vitest("--project", "service")],
    counts: "vitest",
    needs: ["build"],
    cores: 2,
    after: ["build"],
    timeoutMs: 900_000,
  },
  {
    name: "service-postgres",
    what: "the service's tests again on PostgreSQL, but for those that need no store or the other",
    commands: [vitest("--project", "service", "service/")],
    counts: "vitest",
    needs: ["build", "postgres"],
    cores: 2,
    after: ["build"],
    timeoutMs: 600_000,
  },
  {
    name: "races",
    what: "two at once, on PostgreSQL",
    commands: [vitest("--project", "races")],
    counts: "vitest",
    needs: ["postgres"],
    cores: 1,
    after: ["build"],
    timeoutMs: 720_000,
  },
  {
    name: "e2e",
    what: "journeys in Chromium: shop, frames, sandbox",
    commands: [[...bin("@playwright/test/cli.js"), "test", "-c", "e2e/playwright.config.ts"]],
    counts: "playwright",
    needs: ["build", "browser"],
    cores: 2,
    after: ["build"],
    timeoutMs: 1_200_000,
  },
  {
    name: "clones",
    what: "what newcomers type in a fresh clone, where install scripts can download nothing",
    commands: [vitest("--project", "clones")],
    counts: "vitest",
    cores: 1,
    after: ["build"],
    timeoutMs: 1_800_000,
  },
  {
    name: "image",
    what: "the image, built with buildah and run read-only as an unprivileged user",
    commands: [vitest("--project", "image")],
    counts: "vitest",
    needs: ["postgres", "buildah"],
    cores: 1,
    after: ["build"],
    timeoutMs: 1_200_000,
  },
  {
    name: "crash",
    what: "kill -9 in the middle of payments, on both stores",
    commands: [vitest("--project", "crash")],
    counts: "vitest",
    needs: ["build", "postgres"],
    cores: 1,
    after: ["build"],
    timeoutMs: 900_000,
  },
  {
    name: "rolling",
    what: "rolling restarts behind HAProxy, PostgreSQL restarted under load, PgBouncer in between",
    commands: [vitest("--project", "rolling")],
    counts: "vitest",
    needs: ["build", "postgres", "haproxy", "pgbouncer"],
    cores: 2,
    after: ["build"],
    timeoutMs: 600_000,
  },
];
