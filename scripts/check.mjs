/**
 * `npm run check`: types and lint at the same time. TypeScript keeps its results, and lint skips files that did not
 * change since it passed, so the next run takes seconds. `npm run lint` and `npm test` check all files.
 */
import { randomUUID } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { lintCommand, markLintPassed } from "./lib/lint-command.mjs";
import { runCommand } from "./testing/run-command.mjs";
import { steps } from "./testing/steps.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "tessera-check-"));
const startedAt = Date.now();
try {
  const lint = lintCommand(root, stepOf("lint").commands[0]);
  const [types, linted] = await Promise.all([
    run(stepOf("types").commands[0]),
    lint ? run(lint) : { code: 0, text: "" },
  ]);
  if (linted.code === 0) markLintPassed(root, startedAt);
  const failed = [types, linted].filter(({ code }) => code !== 0);
  for (const { text } of failed) process.stdout.write(text);
  const took = `${((Date.now() - startedAt) / 1000).toFixed(1)} s`;
  console.log(failed.length === 0 ? `Types and lint are fine (${took}).` : `Failed (${took}).`);
  process.exitCode = failed.length === 0 ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** @returns {Promise<{ code: number | null, text: string }>} the exit code and everything that was printed */
async function run([program, ...args]) {
  const outputFile = join(folder, `${randomUUID()}.txt`);
  const { code } = await runCommand(program, args, { cwd: root, timeoutMs: 900_000, outputFile });
  return { code, text: readFileSync(outputFile, "utf8") };
}

function stepOf(name) {
  return steps.find((step) => step.name === name);
}
