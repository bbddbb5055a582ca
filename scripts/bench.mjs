/**
 * `npm run bench -- frames|service|ledger|home|settlement|documents|all [--rounds 9] [--quick] [--write]`: builds,
 * provides a browser and a PostgreSQL that syncs as in production, and runs the benchmarks. See bench/README.md.
 */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { installPackages } from "./lib/install-packages.mjs";
import { findBrowser } from "./testing/browser.mjs";
import { startPostgres } from "./testing/postgres.mjs";
import { runCommand } from "./testing/run-command.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const args = process.argv.slice(2);
const all = ["frames", "service", "ledger", "home", "settlement", "documents"];
const wants = (what) => args.includes(what) || !args.some((arg) => all.includes(arg));

installPackages(root, { withOptional: true });
for (const step of [["scripts/build.mjs"], ["scripts/lib/tsc.mjs", "-b", "bench"]]) {
  const { status } = spawnSync(process.execPath, step, { cwd: root, stdio: "inherit" });
  if (status !== 0) process.exit(1);
}

const env = {};
if (wants("frames")) env.CHROMIUM_PATH = findBrowser(root).path;
const postgres = ["service", "home", "ledger", "settlement"].some(wants)
  ? await startPostgres({ durable: true })
  : undefined;
if (postgres) env.TESSERA_TEST_DATABASE_URL = postgres.url;
const { code } = await runCommand(
  process.execPath,
  [join("dist", "node", "bench", "main.js"), ...args],
  { cwd: root, env, timeoutMs: 60 * 60_000 },
);
await postgres?.stop();
process.exitCode = code ?? 1;
