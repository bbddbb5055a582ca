import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize, relative } from "node:path";
import { fileURLToPath } from "node:url";

export const repository = fileURLToPath(new URL("../../..", import.meta.url));

export interface Source {
  /** The path from the repository's folder, with forward slashes. */
  path: string;
  text: string;
  /** True for tests and code that only tests use. */
  isTest: boolean;
  imports: Import[];
}

/** One import: as written, and resolved if it names a file of this repository. */
export interface Import {
  specifier: string;
  /** Path from the repository's folder; undefined for packages and Node.js modules. */
  file: string | undefined;
  /** A type import, which vanishes when compiled. */
  typeOnly: boolean;
}

const notOurs = new Set(["node_modules", ".git", ".data", "test-results", "playwright-report"]);

/** Paths of every file below the folder, relative to the repository's folder, sorted. */
export function filesBelow(folder = ""): string[] {
  return readdirSync(join(repository, folder), { withFileTypes: true })
    .filter((entry) => !notOurs.has(entry.name) && !(folder === "" && entry.name === "dist"))
    .flatMap((entry) => {
      const path = folder ? `${folder}/${entry.name}` : entry.name;
      return entry.isDirectory() ? filesBelow(path) : [path];
    })
    .sort();
}

export function readSource(path: string): string {
  return readFileSync(join(repository, path), "utf8");
}

/** Reads all TypeScript sources and finds their imports. */
export function readSources(): Source[] {
  return filesBelow()
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => {
      const text = readSource(path);
      return { path, text, isTest: isTest(path), imports: importsOf(path, text) };
    });
}

/**
 * Counts the TypeScript files that git tracks, so that a rule notices when it has read fewer. Returns undefined
 * without git, as in an unpacked archive.
 */
export function trackedSourceCount(): number | undefined {
  try {
    const listed = execFileSync("git", ["ls-files", "--", "*.ts", "*.tsx"], {
      cwd: repository,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
    return listed.split("\n").filter(Boolean).length;
  } catch {
    return undefined;
  }
}

function isTest(path: string): boolean {
  return /\.(test|spec)\.tsx?$/.test(path) || path.split("/").includes("testing");
}

/**
 * Finds static imports, re-exports, dynamic imports and `require` outside comments. Regular expressions suffice,
 * because one tool formats all sources. TypeScript 7 has no API for parsing.
 */
function importsOf(path: string, text: string): Import[] {
  const code = text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/(^|\s)\/\/.*$/gm, "$1");
  const imports: Import[] = [];
  const statics = /^\s*(?:import|export)\s+(type\s+)?(?:[^"';]*?\sfrom\s*)?"([^"]+)"/gm;
  const dynamics = /\b(?:import|require)\(\s*"([^"]+)"/g;
  for (const [, typeOnly, specifier = ""] of code.matchAll(statics)) {
    imports.push({ specifier, file: resolve(path, specifier), typeOnly: typeOnly !== undefined });
  }
  for (const [, specifier = ""] of code.matchAll(dynamics)) {
    imports.push({ specifier, file: resolve(path, specifier), typeOnly: false });
  }
  return imports;
}

function resolve(from: string, specifier: string): string | undefined {
  // Resolves `imports` of package.json.
  if (specifier.startsWith("#")) return `${specifier.slice(1)}.ts`;
  if (!specifier.startsWith(".")) return undefined;
  const file = normalize(join(repository, dirname(from), specifier.replace(/\?.*$/, "")));
  return relative(repository, file).replaceAll("\\", "/");
}
