/**
 * Which runner takes the files that `npm test -- PATH` names. Vitest's projects choose by pattern; a path that
 * several match (a folder) is run by all of them.
 */
import { existsSync, readdirSync, statSync } from "node:fs";
import { join, relative, resolve } from "node:path";

/** Files of tests, and the step whose project takes them; the first that matches. */
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
 * The steps that run the tests at these paths, and what each of them is given.
 *
 * @param {string} root the repository's folder
 * @param {readonly string[]} paths files or folders, from the repository's folder or absolute; `file.ts:12` is the
 *   test at that line
 * @returns {Map<string, string[]>} arguments by the step's name
 * @throws naming a path that does not exist or has no tests
 */
export function stepsForPaths(root, paths) {
  const found = new Map();
  for (const given of paths) {
    const [, file = given, line = ""] = /^(.*?)(:\d+)?$/.exec(given) ?? [];
    const path = relative(root, resolve(root, file)).replaceAll("\\", "/");
    if (path.startsWith("..") || !existsSync(join(root, path))) {
      throw new Error(`There is no ${file} here.`);
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
