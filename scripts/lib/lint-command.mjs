import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** More would not fit on the command line of every system. */
const maxPaths = 500;

/** A system's clock for files can be this far behind `Date.now`. */
const clockLagMs = 50;

/** When the last lint run that passed was started, in milliseconds since 1970. */
const passedFile = (root) => join(root, "node_modules/.cache/tessera/lint-passed");

/**
 * The lint command for the files that changed since `markLintPassed`. It checks all files if there was no such run, if
 * the linter or its settings changed, or if Git does not know the files.
 *
 * @param {string} root
 * @param {string[]} command checks all files
 * @returns {string[] | undefined} undefined if no file changed
 */
export function lintCommand(root, command) {
  const changed = changedFiles(root);
  if (!changed || changed.length > maxPaths) return command;
  if (changed.includes("biome.json") || changed.includes("package-lock.json")) return command;
  return changed.length > 0 ? [...command, "--no-errors-on-unmatched", ...changed] : undefined;
}

/**
 * @param {string} root
 * @param {number} startedAt milliseconds since 1970: a file that changes during the run is checked again
 */
export function markLintPassed(root, startedAt) {
  mkdirSync(dirname(passedFile(root)), { recursive: true });
  writeFileSync(passedFile(root), String(startedAt));
}

/** @returns {string[] | undefined} paths in the repository; undefined if that is not known */
function changedFiles(root) {
  const args = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
  const { status, stdout } = spawnSync("git", args, { cwd: root, encoding: "utf8" });
  const passedAt = lastPass(root);
  if (status !== 0 || passedAt === undefined) return undefined;
  return stdout
    .split("\0")
    .filter((path) => path && changedAt(join(root, path)) >= passedAt - clockLagMs);
}

function lastPass(root) {
  try {
    const ms = Number.parseInt(readFileSync(passedFile(root), "utf8"), 10);
    return Number.isNaN(ms) ? undefined : ms;
  } catch {
    return undefined;
  }
}

/** A moved file keeps the time of its contents, but not that of its change. @returns {number} 0 if it was deleted */
function changedAt(file) {
  return statSync(file, { throwIfNoEntry: false })?.ctimeMs ?? 0;
}
