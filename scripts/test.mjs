/**
 * `npm test`: everything that must hold, one step after the other.
 *
 *   npm test                          all of it
 *   npm test -- --only types,unit     some of it
 *   npm test -- --list                what there is
 *
 * Installs what is missing, brings a browser and a PostgreSQL and says which it took. A failed step
 * does not stop the others, only those that cannot run without it. The last line is
 * `N passed, N failed`: tests as their runners count them, every other step as one. The exit code
 * is 0 only when nothing failed and every runner ran something.
 */
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { installPackages } from "./lib/install-packages.mjs";
import { requireNode } from "./lib/require-node.mjs";
import { findBrowser } from "./testing/browser.mjs";
import { findTool } from "./testing/debian-tool.mjs";
import { startPostgres } from "./testing/postgres.mjs";
import { readPlaywrightResults, readVitestResults } from "./testing/results.mjs";
import { killRunning, runCommand } from "./testing/run-command.mjs";
import { steps } from "./testing/steps.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const reports = mkdtempSync(join(tmpdir(), "tessera-test-"));
const totals = { passed: 0, failed: 0 };
const summary = [];
const env = {};
let postgres;
let buildFailed = false;

const chosen = chooseSteps(process.argv.slice(2));
for (const signal of ["SIGINT", "SIGTERM"]) {
  process.on(signal, async () => {
    killRunning();
    await postgres?.stop();
    process.exit(1);
  });
}
try {
  requireNode(root);
  installPackages(root, { withOptional: true });
  for (const step of chosen) await runStep(step);
} catch (error) {
  report({ name: "set-up" }, { passed: 0, failed: 1, failures: [error.message] }, 0);
} finally {
  await postgres?.stop();
  rmSync(reports, { recursive: true, force: true });
}
conclude();

function chooseSteps(args) {
  if (args.includes("--list")) {
    for (const { name, what } of steps) console.log(`${name.padEnd(18)}${what}`);
    process.exit(0);
  }
  const at = args.findIndex((arg) => arg === "--only" || arg.startsWith("--only="));
  if (at === -1 && args.length > 0) fail(`Unknown argument ${args[0]}.`);
  if (at === -1) return steps;
  const names = (args[at].split("=")[1] ?? args[at + 1] ?? "").split(",").filter(Boolean);
  const unknown = names.filter((name) => !steps.some((step) => step.name === name));
  if (names.length === 0 || unknown.length > 0) {
    fail(`--only takes some of: ${steps.map((step) => step.name).join(",")}`);
  }
  return steps.filter((step) => names.includes(step.name));
}

function fail(message) {
  console.error(message);
  process.exit(2);
}

async function runStep(step) {
  const startedAt = Date.now();
  console.log(`\n── ${step.name}: ${step.what}`);
  const lacking = await bring(step.needs ?? []);
  if (lacking) {
    report(step, { passed: 0, failed: 1, failures: [lacking] }, Date.now() - startedAt);
    return;
  }
  const file = join(reports, `${step.name}.json`);
  let well = true;
  let timedOut = false;
  for (const [command, ...args] of step.commands) {
    const ended = await runCommand(
      command,
      args.map((arg) => arg.replace("<report>", file)),
      {
        cwd: root,
        env: { ...env, ...databaseFor(step), PLAYWRIGHT_JSON_OUTPUT_NAME: file },
        timeoutMs: step.timeoutMs,
      },
    );
    well &&= ended.code === 0;
    timedOut ||= ended.timedOut;
    if (!well) break;
  }
  if (step.name === "build") buildFailed = !well;
  const counts = countsOf(step, file, well);
  if (timedOut) {
    counts.failures.push(`did not end within ${step.timeoutMs / 1000} s`);
    counts.failed = counts.failures.length;
  }
  report(step, counts, Date.now() - startedAt);
}

function countsOf(step, file, well) {
  if (step.counts === "vitest") return readVitestResults(file, well);
  if (step.counts === "playwright") return readPlaywrightResults(file, well);
  return well
    ? { passed: 1, failed: 0, failures: [] }
    : { passed: 0, failed: 1, failures: ["failed, see above"] };
}

/** Only the steps that ask for PostgreSQL see it: the others prove the embedded store. */
function databaseFor(step) {
  return {
    TESSERA_TEST_DATABASE_URL: step.needs?.includes("postgres") ? postgres?.url : undefined,
  };
}

/** Provides what a step needs; answers why it cannot run, if so. */
async function bring(needs) {
  try {
    if (needs.includes("build")) {
      if (buildFailed) return "not run: the build failed";
      const built = existsSync(join(root, "dist", "node", "service", "main.js"));
      if (!built && !chosen.some((step) => step.name === "build")) {
        const build = steps.find((step) => step.name === "build");
        for (const [command, ...args] of build.commands) {
          const { code } = await runCommand(command, args, {
            cwd: root,
            timeoutMs: build.timeoutMs,
          });
          if (code !== 0) return "not run: the build failed";
        }
      }
    }
    if (needs.includes("browser") && !env.CHROMIUM_PATH) {
      const browser = findBrowser(root);
      env.CHROMIUM_PATH = browser.path;
      console.log(`Browser: ${browser.source} (${browser.path})`);
    }
    if (needs.includes("postgres") && !postgres) {
      postgres = await startPostgres();
      console.log(`PostgreSQL: ${postgres.source}`);
    }
    for (const tool of ["haproxy", "pgbouncer"].filter((each) => needs.includes(each))) {
      const path = findTool(tool);
      if (path) env[`${tool.toUpperCase()}_PATH`] = path;
      else console.log(`No ${tool}: neither on the PATH nor from apt-get. Its tests are skipped.`);
    }
    return undefined;
  } catch (error) {
    return error.message;
  }
}

function report(step, { passed, failed, failures }, tookMs) {
  totals.passed += passed;
  totals.failed += failed;
  const line = `${failed === 0 ? "ok    " : "FAILED"} ${step.name.padEnd(18)}${String(passed).padStart(5)} passed ${String(failed).padStart(4)} failed ${(tookMs / 1000).toFixed(1).padStart(7)} s`;
  console.log(line);
  summary.push(line, ...failures.map((failure) => `         ${failure}`));
}

function conclude() {
  console.log(`\n${summary.join("\n")}\n`);
  console.log(`${totals.passed} passed, ${totals.failed} failed`);
  process.exitCode = totals.failed === 0 && totals.passed > 0 ? 0 : 1;
}
