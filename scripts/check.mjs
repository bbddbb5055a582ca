/** `npm run check`: types and lint at the same time. TypeScript keeps its results, so the next run takes seconds. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { runCommand } from "./testing/run-command.mjs";
import { steps } from "./testing/steps.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "tessera-check-"));
const startedAt = Date.now();
const commands = steps
  .filter(({ name }) => name === "types" || name === "lint")
  .flatMap((step) => step.commands.map((command) => ({ command, timeoutMs: step.timeoutMs })));
try {
  const ended = await Promise.all(
    commands.map(async ({ command: [program, ...args], timeoutMs }, at) => {
      const outputFile = join(folder, `${at}.txt`);
      const { code } = await runCommand(program, args, { cwd: root, timeoutMs, outputFile });
      return { code, text: readFileSync(outputFile, "utf8") };
    }),
  );
  const failed = ended.filter(({ code }) => code !== 0);
  for (const { text } of failed) process.stdout.write(text);
  const took = `${((Date.now() - startedAt) / 1000).toFixed(1)} s`;
  console.log(failed.length === 0 ? `Types and lint are fine (${took}).` : `Failed (${took}).`);
  process.exitCode = failed.length === 0 ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
