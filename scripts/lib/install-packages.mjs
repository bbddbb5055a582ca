import { spawnSync } from "node:child_process";
import { lstatSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Installs the packages when any that package.json names is missing or of another version, with
 * `npm ci` exactly as locked. Install scripts are not run: nothing here needs one, and they are the
 * usual way for a bad package in. A node_modules that is a link belongs to somebody else and is
 * left as it is.
 *
 * @param {string} root the repository's folder
 * @returns {boolean} whether anything was installed
 * @throws when npm fails
 */
export function installPackages(root) {
  const missing = missingPackages(root);
  if (missing.length === 0) return false;
  const folder = join(root, "node_modules");
  if (lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink()) {
    console.warn(`node_modules is a link and lacks ${missing.join(", ")}; left as it is.`);
    return false;
  }
  console.log(`Installing packages (${missing.length} missing or of another version) …`);
  const npm = process.platform === "win32" ? "npm.cmd" : "npm";
  for (let tries = 1; ; tries++) {
    const { status } = spawnSync(npm, ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], {
      cwd: root,
      stdio: "inherit",
      shell: process.platform === "win32",
    });
    if (status === 0) return true;
    // A registry that hiccups is asked once more; anything else fails twice and is shown.
    if (tries === 2) throw new Error(`npm ci failed (exit code ${status}).`);
  }
}

/** The direct dependencies that are absent or differ from the exact version in package.json. */
export function missingPackages(root) {
  const manifest = readJson(join(root, "package.json"));
  const wanted = { ...manifest.dependencies, ...manifest.devDependencies };
  return Object.entries(wanted)
    .filter(([name, version]) => {
      const installed = readJson(join(root, "node_modules", name, "package.json"));
      return installed?.version !== version;
    })
    .map(([name]) => name);
}

function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}
