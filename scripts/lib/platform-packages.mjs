/**
 * Packages with native code consist of the package and one optional package per platform. The second part is required
 * too, but `npm ci --omit=optional` omits it together with packages that are truly optional.
 */
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";

/**
 * Locked packages that `root` lacks for this platform, without the optional packages of our own package.json.
 *
 * @param {string} root
 * @param {object} lock its package-lock.json
 * @returns {{ path: string, name: string, entry: object }[]} `path` as in the lock file, such as `node_modules/a`
 */
export function missingPlatformPackages(root, lock) {
  const needed = new Set(
    Object.entries(lock.packages)
      .filter(([path, { optional }]) => path !== "" && !optional)
      .flatMap(([, { optionalDependencies }]) => Object.keys(optionalDependencies ?? {})),
  );
  return Object.entries(lock.packages)
    .map(([path, entry]) => ({ path, name: path.split("node_modules/").at(-1), entry }))
    .filter(({ name, entry }) => entry.optional && needed.has(name))
    .filter(({ entry }) => (entry.os || entry.cpu) && isForThisPlatform(entry))
    .filter(({ path }) => !existsSync(join(root, path, "package.json")));
}

/** Whether a locked package's `os`, `cpu` and `libc` match this machine. */
export function isForThisPlatform({ os, cpu, libc }) {
  const admits = (list, value) =>
    !list ||
    (list.some((item) => item.startsWith("!"))
      ? !list.includes(`!${value}`)
      : list.includes(value));
  return (
    admits(os, process.platform) &&
    admits(cpu, process.arch) &&
    (process.platform !== "linux" || admits(libc, libcOfThisMachine()))
  );
}

function libcOfThisMachine() {
  return process.report.getReport().header.glibcVersionRuntime ? "glibc" : "musl";
}

/**
 * Installs only these packages, as locked, with their integrity hashes. npm cannot add packages to node_modules without
 * checking everything in it, so it installs them into a temporary folder.
 *
 * @param {string} root
 * @param {{ path: string, name: string, entry: object }[]} packages of {@link missingPlatformPackages}
 * @param {(folder: string) => void} install runs `npm ci` in a folder
 */
export function installPlatformPackages(root, packages, install) {
  const folder = mkdtempSync(join(tmpdir(), "tessera-packages-"));
  try {
    const dependencies = Object.fromEntries(
      packages.map(({ name, entry }) => [name, entry.version]),
    );
    const locked = packages.map(({ name, entry: { version, integrity } }) => [
      `node_modules/${name}`,
      { version, integrity },
    ]);
    const manifest = { name: "platform-packages", private: true, dependencies };
    const lock = {
      name: manifest.name,
      lockfileVersion: 3,
      packages: { "": { dependencies }, ...Object.fromEntries(locked) },
    };
    writeFileSync(join(folder, "package.json"), JSON.stringify(manifest));
    writeFileSync(join(folder, "package-lock.json"), JSON.stringify(lock));
    cpSync(join(root, ".npmrc"), join(folder, ".npmrc"));
    install(folder);
    for (const { path, name } of packages)
      move(join(folder, "node_modules", name), join(root, path));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Moves atomically: a partial copy must not look like the package. */
function move(from, to) {
  mkdirSync(dirname(to), { recursive: true });
  const partial = join(dirname(to), `.${basename(to)}-${process.pid}`);
  cpSync(from, partial, { recursive: true, verbatimSymlinks: true });
  rmSync(to, { recursive: true, force: true });
  renameSync(partial, to);
}
