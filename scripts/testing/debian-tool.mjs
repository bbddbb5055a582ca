import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

/** Folders where Debian installs servers. They are often not on the PATH. */
const serverFolders = ["/usr/sbin", "/sbin"];

/** @returns {string | undefined} the program's path */
export function onPath(name) {
  return [...(process.env.PATH ?? "").split(delimiter), ...serverFolders]
    .map((folder) => join(folder, name))
    .find((file) => existsSync(file));
}

/**
 * Installs a Debian package if this is Debian and we are root. Prints a message first, because it takes a while.
 *
 * @param {string} name
 */
export function installDebianPackage(name) {
  if (process.getuid?.() !== 0 || !onPath("apt-get")) return;
  console.log(`No ${name} found. Installing Debian's …`);
  const options = {
    stdio: ["ignore", "ignore", "inherit"],
    timeout: 300_000,
    // Keeps the package from starting its server.
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive", RUNLEVEL: "1" },
  };
  spawnSync("apt-get", ["update", "-qq"], options);
  spawnSync("apt-get", ["install", "-y", "-qq", "--no-install-recommends", name], options);
}

/**
 * Installs a Debian package in the version of another installed one, without updating the lists of packages. Nothing
 * else is upgraded, and a machine without network loses only seconds.
 *
 * @param {string} name
 * @param {string} other
 * @returns {boolean} whether it was installed
 */
export function installSameVersion(name, other) {
  if (process.getuid?.() !== 0 || !onPath("apt-get") || !onPath("dpkg-query")) return false;
  const { status, stdout } = spawnSync("dpkg-query", ["--show", other], { encoding: "utf8" });
  const version = stdout?.trim().split("\t")[1];
  if (status !== 0 || !version) return false;
  console.log(`Installing Debian's ${name} …`);
  const fast = ["-o", "Acquire::Retries=0", "-o", "Acquire::http::Timeout=15"];
  const installed = spawnSync(
    "apt-get",
    [...fast, "install", "-y", "-qq", "--no-install-recommends", `${name}=${version}`],
    {
      stdio: "ignore",
      timeout: 120_000,
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    },
  );
  return installed.status === 0;
}

/**
 * Finds a program, or installs its Debian package.
 *
 * @param {string} name
 * @param {string} [debianPackage] default: of the same name
 * @returns {string | undefined} undefined if not available; tests that need it are then skipped
 */
export function findTool(name, debianPackage = name) {
  const present = onPath(name);
  if (present) return present;
  installDebianPackage(debianPackage);
  return onPath(name);
}
