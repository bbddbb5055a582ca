/**
 * `npm test`: runs all checks and tests.
 *
 *   npm test                          everything
 *   npm test -- PATH…                 the tests of a file or folder; `file.ts:12` runs the test at that line
 *   npm test -- --only types,unit     some steps; with a PATH only the tests there
 *   npm test -- --list                lists the steps
 *
 * It installs missing packages, provides a browser and a PostgreSQL, and says which. Two steps run at the same time, on
 * a machine with idle time three; their output follows when they end. A failed step stops only the steps that need it.
 * At the end it lists the slowest tests and `N passed, N failed`: tests as their runners count them, and one for each
 * other step. The exit code is 0 only if nothing failed and something ran.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { installPackages } from "./lib/install-packages.mjs";
import { requireNode } from "./lib/require-node.mjs";
import { chooseSteps } from "./testing/choose-steps.mjs";
import { createProvider } from "./testing/provide.mjs";
import { countsOfStep, readPlaywrightResults, readVitestResults } from "./testing/results.mjs";
import { killRunning, runCommand } from "./testing/run-command.mjs";
import { runSteps } from "./testing/schedule.mjs";
import { steps } from "./testing/steps.mjs";
import { createSummary } from "./testing/summary.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const reports = mkdtempSync(join(tmpdir(), "tessera-test-"));
const print = (line) => console.log(line);
const summary = createSummary(print);
const provider = createProvider(root, print);

const chosen = choose(process.argv.slice(2));
for (const signal of ["SIGINT", "SIGTERM"]) {
  process.on(signal, async () => {
    killRunning();
    await provider.close();
    process.exit(1);
  });
}
try {
  requireNode(root);
  installPackages(root, { withOptional: true });
  await runSteps(chosen, (step) => runStep(step, chosen.length === 1));
} catch (error) {
  summary.add("set-up", countsOfStep([error.message]), 0);
} finally {
  await provider.close();
  rmSync(reports, { recursive: true, force: true });
}
process.exitCode = summary.conclude() ? 0 : 1;

function choose(args) {
  if (args.includes("--list")) {
    for (const { name, what } of steps) print(`${name.padEnd(18)}${what}`);
    process.exit(0);
  }
  try {
    return chooseSteps(root, steps, args);
  } catch (error) {
    return fail(error.message);
  }
}

function fail(message) {
  console.error(message);
  process.exit(2);
}

/** Runs a step. Shows its output at once if it runs alone, and otherwise when it ends. */
async function runStep(step, isAlone) {
  const startedAt = Date.now();
  const title = `\n── ${step.name}: ${step.what}`;
  print(isAlone ? title : `\n── ${step.name} started`);
  const output = join(reports, `${step.name}.txt`);
  const counts = await countsOf(step, isAlone ? {} : { outputFile: output });
  if (!isAlone) {
    print(title);
    if (existsSync(output)) process.stdout.write(readFileSync(output));
  }
  if (step.name === "build") provider.setResult("build", counts.failures[0] && "the build failed");
  summary.add(step.name, counts, Date.now() - startedAt);
}

async function countsOf(step, options) {
  let provided;
  try {
    provided = await provider.provide(step.needs ?? []);
  } catch (error) {
    return countsOfStep([`not run: ${error.message}`]);
  }
  const report = join(reports, `${step.name}.json`);
  const env = {
    TESSERA_TEST_DATABASE_URL: undefined,
    // `service` notes its statements there for `service-embedded`, if this run has both.
    TESSERA_TEST_STATEMENTS: chosen.some(({ name }) => name === "service")
      ? join(reports, "statements")
      : undefined,
    PLAYWRIGHT_JSON_OUTPUT_NAME: report,
    ...provided,
  };
  for (const [command, ...args] of step.commands) {
    const filled = args.map((arg) => arg.replace("<report>", report));
    const { timeoutMs } = step;
    const ended = await runCommand(command, filled, { cwd: root, env, timeoutMs, ...options });
    if (ended.code === 0) continue;
    const counts = read(step, report, false);
    if (ended.timedOut) counts.failures.push(`did not finish within ${timeoutMs / 1000} s`);
    counts.failed = counts.failures.length;
    return counts;
  }
  return read(step, report, true);
}

function read(step, report, isWell) {
  if (step.counts === "vitest") return readVitestResults(report, isWell);
  if (step.counts === "playwright") return readPlaywrightResults(report, isWell);
  return countsOfStep(isWell ? [] : ["failed, see above"]);
}
