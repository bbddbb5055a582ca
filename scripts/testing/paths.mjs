/** Finds the steps for `npm test -- PATH`. Vitest's projects match files by pattern; all that match a folder run it. */
import { existsSync, readdirSync, statSync } from "node:fs";
import { join, relative, resolve } from "node:path";

/** The step for each kind of test file; the first match counts. */
const kinds = [
  ["e2e", /\.spec\.ts$/],
  ["races", /^service\/.*\.race\.test\.ts$/],
  ["crash", /\.crash\.test\.ts$/],
  ["rolling", /^e2e\/rolling\/.*\.test\.ts$/],
  ["clones", /^e2e\/clones\/.*\.test\.ts$/],
  ["image", /^e2e\/image\/.*\.test\.ts$/],
  ["service", /^(service|sandbox)\/.*\.test\.ts$/],
  ["unit", /\.test\.(ts|tsx|mjs)$/],
];

/**
 * Returns the steps that run these tests, with arguments for each.
 *
 * @param {string} root
 * @param {readonly string[]} paths files or folders, relative to the repository's folder or absolute; `file.ts:12` is
 *   the test at that line
 * @returns {Map<string, string[]>} arguments by step name
 * @throws with the path that does not exist or has no tests
 */
export function stepsForPaths(root, paths) {
  const found = new Map();
  for (const given of paths) {
    const [, file = given, line = ""] = /^(.*?)(:\d+)?$/.exec(given) ?? [];
    const path = relative(root, resolve(root, file)).replaceAll("\\", "/");
    if (path.startsWith("..") || !existsSync(join(root, path))) {
      throw new Error(`${file} does not exist in this repository.`);
    }
    const names = new Set(testFiles(root, path).map(kindOf).filter(Boolean));
    if (names.size === 0) throw new Error(`There are no tests in ${file}.`);
    const isFolder = statSync(join(root, path)).isDirectory();
    for (const name of names) {
      found.set(name, [...(found.get(name) ?? []), isFolder ? `${path}/` : path + line]);
    }
  }
  return found;
}

const kindOf = (file) => kinds.find(([, pattern]) => pattern.test(file))?.[0];

function testFiles(root, path) {
  if (!statSync(join(root, path)).isDirectory()) return [path];
  return readdirSync(join(root, path), { withFileTypes: true }).flatMap((entry) => {
    if (entry.name === "node_modules" || entry.name === "dist") return [];
    const inner = path === "" ? entry.name : `${path}/${entry.name}`;
    return entry.isDirectory() ? testFiles(root, inner) : [inner];
  });
}
