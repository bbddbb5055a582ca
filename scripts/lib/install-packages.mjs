import { spawnSync } from "node:child_process";
import { lstatSync, readFileSync } from "node:fs";
import { join } from "node:path";
import {
  installPlatformPackages,
  isForThisPlatform,
  missingPlatformPackages,
} from "./platform-packages.mjs";

/**
 * Installs the packages when any that package.json names is missing or of another version, with
 * `npm ci` exactly as locked. Install scripts are not run: nothing here needs one, and they are the
 * usual way for a bad package in. A node_modules that is a link belongs to somebody else and is
 * left as it is.
 *
 * Optional packages may be missing on purpose (`npm ci --omit=optional`), or because npm drops one when
 * its install script fails. The programs start without them. What that leaves out too and the programs
 * can't do without, the native parts of other packages, is added. An installation that has none of ours was made
 * without them, and stays so when something else has to be installed.
 *
 * @param {string} root the repository's folder
 * @param {{ withOptional?: boolean }} [options] withOptional: missing optional packages are installed too
 * @returns {boolean} whether anything was installed
 * @throws when npm fails
 */
export function installPackages(root, { withOptional = false } = {}) {
  const lock = readJson(join(root, "package-lock.json"));
  const missing = missingPackages(root, withOptional);
  const native = missingPlatformPackages(root, lock);
  const names = missing.length > 0 ? missing : native.map(({ name }) => name);
  if (names.length === 0) return false;
  const folder = join(root, "node_modules");
  if (lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink()) {
    console.warn(`node_modules is a link and lacks ${names.join(", ")}; left as it is.`);
    return false;
  }
  console.log(`Installing packages (${names.length} missing or of another version) …`);
  // Where the environment leaves out development packages (NODE_ENV=production), the build needs them still.
  const include = ["--include=dev", ...(withOptional ? ["--include=optional"] : [])];
  if (missing.length > 0) {
    npmCi(
      root,
      !withOptional && omitsOptional(root) ? ["--include=dev", "--omit=optional"] : include,
    );
  }
  const stillMissing = missingPlatformPackages(root, lock);
  if (stillMissing.length > 0) installPlatformPackages(root, stillMissing, npmCi);
  return true;
}

function npmCi(folder, include = []) {
  const windows = process.platform === "win32";
  const args = ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline"];
  for (let tries = 1; ; tries++) {
    const { status } = spawnSync(windows ? "npm.cmd" : "npm", [...args, ...include], {
      cwd: folder,
      stdio: "inherit",
      shell: windows,
    });
    if (status === 0) return;
    // A registry that hiccups is asked once more; anything else fails twice and is shown.
    if (tries === 2) throw new Error(`npm ci failed (exit code ${status}).`);
  }
}

/**
 * The direct dependencies that are absent or differ from the exact version in package.json; with `withOptional`
 * also the optional ones that this platform can have.
 */
export function missingPackages(root, withOptional = false) {
  const manifest = readJson(join(root, "package.json"));
  const lock = readJson(join(root, "package-lock.json"));
  const optional = Object.entries(manifest.optionalDependencies ?? {}).filter(
    ([name]) => withOptional && isForThisPlatform(lock.packages[`node_modules/${name}`] ?? {}),
  );
  const wanted = [
    ...Object.entries({ ...manifest.dependencies, ...manifest.devDependencies }),
    ...optional,
  ];
  return wanted
    .filter(([name, version]) => {
      const installed = readJson(join(root, "node_modules", name, "package.json"));
      return installed?.version !== version;
    })
    .map(([name]) => name);
}

/** Whether something is installed here, and none of the optional packages that this platform can have. */
export function omitsOptional(root) {
  const installed = readJson(join(root, "node_modules", ".package-lock.json"));
  if (!installed) return false;
  const manifest = readJson(join(root, "package.json"));
  return !Object.keys(manifest.optionalDependencies ?? {}).some((name) =>
    readJson(join(root, "node_modules", name, "package.json")),
  );
}

function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}
