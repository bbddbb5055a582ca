import { spawnSync } from "node:child_process";
import { lstatSync, readFileSync } from "node:fs";
import { join } from "node:path";
import {
  installPlatformPackages,
  isForThisPlatform,
  missingPlatformPackages,
} from "./platform-packages.mjs";

/**
 * Runs `npm ci` if a package of package.json is missing or has another version. Install scripts do not run: no package
 * needs one, and malicious packages usually run their code there. A node_modules that is a link stays unchanged.
 *
 * Optional packages may be missing on purpose (`npm ci --omit=optional`), or because npm removed one after its install
 * script failed. The programs start without them. But `--omit=optional` also omits native parts of other packages,
 * which the programs need, so these are added. An installation without our optional packages stays without them.
 *
 * @param {string} root
 * @param {{ withOptional?: boolean }} [options] withOptional: install missing optional packages too
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
    console.warn(`node_modules is a link and lacks ${names.join(", ")}. It was not changed.`);
    return false;
  }
  console.log(`Installing packages (${names.length} missing or outdated) …`);
  // The build needs development packages, even with NODE_ENV=production.
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
    // The registry may fail once; any other failure fails twice.
    if (tries === 2) throw new Error(`npm ci failed (exit code ${status}).`);
  }
}

/**
 * Returns the direct dependencies that are missing or differ from the exact version in
 * package.json; with `withOptional` also the optional ones for this platform.
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

/** Whether packages are installed, but none of the optional packages for this platform. */
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
