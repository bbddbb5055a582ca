import { readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Throws unless `engines` in package.json allows this Node version. Runs before any package is installed, so it cannot
 * use `semver`: the range may contain `^1.2.3` and `>=1.2.3`, separated by `||`.
 *
 * @param {string} root
 * @param {string} [version] such as `20.19.0`; default: this Node's
 */
export function requireNode(root, version = process.versions.node) {
  const range = JSON.parse(readFileSync(join(root, "package.json"), "utf8")).engines.node;
  if (admits(range, version)) return;
  throw new Error(`Tessera needs Node ${range.replaceAll("||", "or")}; this is ${version}.`);
}

/** Whether a version is in a range of that form. */
export function admits(range, version) {
  const found = numbersOf(version);
  return range.split("||").some((part) => {
    const [, operator, from] = /^(\^|>=)(\d+\.\d+\.\d+)$/.exec(part.trim()) ?? [];
    if (!from) throw new Error(`"${part.trim()}" in engines must be ^1.2.3 or >=1.2.3.`);
    const least = numbersOf(from);
    if (operator === "^" && found[0] !== least[0]) return false;
    const at = [0, 1, 2].find((index) => found[index] !== least[index]);
    return at === undefined || found[at] > least[at];
  });
}

const numbersOf = (version) => version.split("-")[0].split(".").map(Number);
