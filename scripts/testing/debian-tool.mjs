import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

/** Where Debian puts servers; not on everybody's PATH. */
const serverFolders = ["/usr/sbin", "/sbin"];

/** @returns {string | undefined} where the program is */
export function onPath(name) {
  return [...(process.env.PATH ?? "").split(delimiter), ...serverFolders]
    .map((folder) => join(folder, name))
    .find((file) => existsSync(file));
}

/**
 * Installs a Debian package, where this is Debian and we are root. Says so, because it takes a while.
 *
 * @param {string} name
 */
export function installDebianPackage(name) {
  if (process.getuid?.() !== 0 || !onPath("apt-get")) return;
  console.log(`No ${name} here: installing Debian's …`);
  const options = {
    stdio: ["ignore", "ignore", "inherit"],
    timeout: 300_000,
    // A server that is installed for a test must not be started by the package.
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive", RUNLEVEL: "1" },
  };
  spawnSync("apt-get", ["update", "-qq"], options);
  spawnSync("apt-get", ["install", "-y", "-qq", "--no-install-recommends", name], options);
}

/**
 * Finds a program, or brings it by the Debian package of its name.
 *
 * @param {string} name
 * @returns {string | undefined} undefined where it can't be had: tests that need it are skipped then
 */
export function findTool(name) {
  const present = onPath(name);
  if (present) return present;
  installDebianPackage(name);
  return onPath(name);
}
