import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { installDebianPackage, installSameVersion, onPath } from "./debian-tool.mjs";

/**
 * Finds a Chromium for the end-to-end tests, or installs one. In this order: `CHROMIUM_PATH`, the machine's own, one
 * that Playwright has downloaded, Debian's package, Playwright's download.
 *
 * @param {string} root with its packages installed
 * @returns {{ path: string, source: string }}
 * @throws with everything it tried
 */
export function findBrowser(root) {
  const named = process.env.CHROMIUM_PATH;
  if (named)
    return { path: named, source: `CHROMIUM_PATH, ${version(named) ?? "which does not start"}` };

  const present = onThisMachine() ?? fetchedByPlaywright(root);
  if (present) return present;

  installDebianPackage("chromium");
  const installed = onThisMachine();
  if (installed) return { ...installed, source: `${installed.source}, just installed` };

  console.log("No browser found. Downloading Playwright's …");
  const cli = join(root, "node_modules", "playwright", "cli.js");
  const withDeps = process.getuid?.() === 0 ? ["--with-deps"] : [];
  spawnSync(process.execPath, [cli, "install", ...withDeps, "chromium"], {
    stdio: ["ignore", "inherit", "inherit"],
    timeout: 600_000,
  });
  const fetched = fetchedByPlaywright(root);
  if (fetched) return fetched;
  throw new Error(
    "No Chromium: CHROMIUM_PATH is not set, none is on the PATH, and neither `apt-get install chromium` nor `playwright install chromium` installed one.",
  );
}

function onThisMachine() {
  const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
  for (const name of names) {
    const path = onPath(name);
    const found = path && version(path);
    if (found) return { path, source: `the machine's ${found}` };
  }
  return undefined;
}

function fetchedByPlaywright(root) {
  try {
    const { chromium } = createRequire(join(root, "package.json"))("playwright");
    const path = chromium.executablePath();
    const found = existsSync(path) && version(path);
    return found ? { path, source: `Playwright's ${found}` } : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the browser's version text, or undefined if it does not run. */
function version(path) {
  const { status, stdout } = spawnSync(path, ["--version"], { encoding: "utf8", timeout: 60_000 });
  return status === 0 ? stdout.trim() : undefined;
}

/**
 * Finds Chromium's headless shell, in which most journeys run, or installs Debian's of the same version as its
 * Chromium. Without it these journeys take longer, in the full Chromium.
 *
 * @returns {string | undefined} its path
 */
export function findShell() {
  const named = process.env.CHROMIUM_SHELL_PATH;
  if (named !== undefined) return named || undefined;
  const name = "chromium-headless-shell";
  return usable(name) ?? (installSameVersion(name, "chromium") ? usable(name) : undefined);
}

function usable(name) {
  const path = onPath(name);
  return path && version(path) ? path : undefined;
}
