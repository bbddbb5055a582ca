#!/usr/bin/env node
/**
 * `npx tessera <command>` in a checkout: the integrators' command line (clients/cli), and, for an operator's command,
 * what `npm run operator -- <command>` does. The package has only the first.
 */
import { existsSync } from "node:fs";

const integrators = ["listen", "trigger", "logs", "events", "webhook", "doctor", "clock", "help"];
const [first = "help"] = process.argv.slice(2);
const built = new URL("../dist/node/clients/cli/bin.js", import.meta.url);
if (!integrators.includes(first)) await import("./operator.mjs");
else if (existsSync(built)) await import(built.href);
else {
  console.error("Build first: npm run build.");
  process.exitCode = 1;
}
