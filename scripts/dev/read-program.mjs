import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { pathToFileURL } from "node:url";

const quoted = /\s*"([\w@#.][\w@#./-]*)"/;
const atStart = new RegExp(`\\b(?:from|import)${quoted.source}`, "g");
const imported = new RegExp(`\\b(?:from|import|import\\(|new URL\\()${quoted.source}`, "g");

/**
 * Reads what compiled programs import. It reads each file once: a second reading of a program takes milliseconds.
 *
 * @param {string} folder of the compiled files; its package.json maps the names that they have for each other
 */
export function createProgramReader(folder) {
  const { imports, exports } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const [[ownNames, ownFiles]] = Object.entries(imports);
  const ownPrefix = ownNames.replace("*", "");
  const known = new Map();

  function importsOf(file) {
    const names =
      known.get(file) ?? (existsSync(file) ? namesIn(readFileSync(file, "utf8"), imported) : []);
    known.set(file, names);
    return names;
  }

  /** The compiled file that a name stands for; undefined for a package. */
  function fileOf(name, importer) {
    if (name.startsWith(".")) return join(dirname(importer), name);
    if (name.startsWith(ownPrefix))
      return join(folder, ownFiles.replace("*", name.slice(ownPrefix.length)));
    const exported = exports[name.replace(/^tessera\b/, ".")];
    return exported && join(folder, exported);
  }

  /**
   * @param {string} entry the program's file, from `folder`
   * @returns {{ modules: Set<string>, packages: string[], first: string[] }} modules: own files, from `folder`, without
   *   extension like {@link moduleOf}; packages: what the program imports from node_modules; first: addresses of the
   *   own modules that `entry` needs to start
   */
  function read(entry) {
    const modules = new Set();
    const packages = new Set();
    const visit = (file) => {
      const module = moduleOf(relative(folder, file));
      if (modules.has(module) || !file.endsWith(".js")) return;
      modules.add(module);
      for (const name of importsOf(file)) {
        const ownFile = fileOf(name, file);
        if (ownFile) visit(ownFile);
        else if (!name.startsWith("node:")) packages.add(name);
      }
    };
    const start = join(folder, entry);
    visit(start);
    const needed = existsSync(start) ? namesIn(readFileSync(start, "utf8"), atStart) : [];
    const first = needed.map((name) => fileOf(name, start));
    return {
      modules,
      packages: [...packages],
      first: first.filter(Boolean).map((file) => pathToFileURL(file).href),
    };
  }

  /** Forgets the compiled file of a changed source, so that it is read again next time. */
  function forget(source) {
    known.delete(join(folder, `${moduleOf(source)}.js`));
  }

  return { read, forget };
}

const namesIn = (code, pattern) => [...code.matchAll(pattern)].map(([, name]) => name);

/** A source's or compiled file's path without its extension. */
export const moduleOf = (file) => file.replaceAll("\\", "/").replace(/\.(tsx?|js)$/, "");
