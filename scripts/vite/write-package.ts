import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, normalize } from "node:path";

/** The integrators' command line. */
const commandLine = "dist/node/clients/cli/bin.js";

/** Types for `require`, in their own folder because TypeScript reads the module kind from its package.json. */
const commonTypes = "dist/types-commonjs";

/**
 * Writes the package that operators install: `dist/package`, which is this package without its programs and their
 * dependencies, and `dist/sdk/tessera.tgz`, which the service serves. Its `exports` equal the repository's, so that
 * both resolve the same way.
 */
export function writePackage(root: string): void {
  const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const { name, version, description, license, type, main, module, types, exports } = manifest;
  const { peerDependencies, peerDependenciesMeta } = manifest;
  const subpaths = Object.keys(exports).filter((path) => path !== ".");
  const entries = [types, ...subpaths.map((path) => exports[path].import.types)].map(normalize);
  if (![...entries, commandLine].every((entry) => existsSync(join(root, entry)))) return; // Every build of ours runs `tsc -b` first.

  const declarations = new Set(entries.flatMap((entry) => filesBehind(root, entry)));
  writeCommonTypes(root, declarations);
  const entryPoints = [exports, main, module, commandLine].flatMap(filesNamed).map(normalize);
  const files = new Set([
    ...declarations,
    ...entryPoints.flatMap((entryPoint) => filesBehind(root, entryPoint)),
  ]);
  const folder = join(root, "dist", "package");
  rmSync(folder, { recursive: true, force: true });
  for (const file of files) {
    copy(join(root, file), join(folder, file));
  }
  cpSync(join(root, commonTypes), join(folder, commonTypes), { recursive: true });
  for (const path of subpaths) writeOldResolverEntry(join(folder, path), exports[path]);
  const shown = {
    name,
    version,
    description,
    license,
    type,
    // Requirement of the entry points; our own programs need a newer version.
    engines: { node: ">=20" },
    // Bundlers may drop a module if none of its exports are used.
    sideEffects: false,
    main,
    module,
    types,
    exports,
    // The repository's command also has the operators' commands, which need the service's data directory.
    bin: { tessera: commandLine },
    peerDependencies,
    peerDependenciesMeta,
  };
  writeFileSync(join(folder, "package.json"), `${JSON.stringify(shown, null, 2)}\n`);
  pack(folder, join(root, "dist", "sdk", "tessera.tgz"));
}

/** Writes the declarations again for CommonJS, where the same text means another kind of module. */
function writeCommonTypes(root: string, declarations: Iterable<string>): void {
  const folder = join(root, commonTypes);
  rmSync(folder, { recursive: true, force: true });
  for (const file of declarations) {
    copy(join(root, file), join(folder, file.replace(/^dist\/node\//, "")));
  }
  writeFileSync(join(folder, "package.json"), `${JSON.stringify({ type: "commonjs" })}\n`);
}

/**
 * Writes a folder's package.json for resolvers without `exports`: TypeScript's node10 (the default for CommonJS up to
 * TypeScript 5) and Jest up to 27.
 */
function writeOldResolverEntry(
  folder: string,
  entryPoint: { import: { default: string }; require: { types: string; default: string } },
): void {
  const up = (path: string) => `.${path}`;
  mkdirSync(folder);
  const manifest = {
    main: up(entryPoint.require.default),
    module: up(entryPoint.import.default),
    types: up(entryPoint.require.types),
  };
  writeFileSync(join(folder, "package.json"), `${JSON.stringify(manifest)}\n`);
}

/** Copies a file. Declarations import each other as `.js`, which every TypeScript version resolves. */
function copy(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  if (!from.endsWith(".d.ts")) {
    cpSync(from, to);
    return;
  }
  const text = readFileSync(from, "utf8");
  writeFileSync(to, text.replace(/(\b(?:from\s*|import\()"\.[^"]+)\.ts"/g, '$1.js"'));
}

/** Returns the files in a part of package.json, at any depth. */
function filesNamed(part: unknown): string[] {
  return typeof part === "string" ? [part] : Object.values(part as object).flatMap(filesNamed);
}

/**
 * Returns this file and all its imports, by path from the root. Declarations import each other as
 * `.ts`.
 */
function filesBehind(root: string, file: string, found: string[] = []): string[] {
  if (found.includes(file)) return found;
  found.push(file);
  const text = readFileSync(join(root, file), "utf8");
  for (const [, specifier = ""] of text.matchAll(/\b(?:from\s*|import\()"(\.[^"]+)"/g)) {
    const path = join(dirname(file), specifier).replaceAll("\\", "/");
    filesBehind(root, file.endsWith(".d.ts") ? path.replace(/\.[jt]s$/, ".d.ts") : path, found);
  }
  return found;
}

function pack(folder: string, target: string): void {
  const windows = process.platform === "win32";
  const { status, stdout } = spawnSync(windows ? "npm.cmd" : "npm", ["pack", "--silent"], {
    cwd: folder,
    encoding: "utf8",
    shell: windows,
  });
  if (status !== 0) throw new Error(`npm pack failed (exit code ${status}).`);
  renameSync(join(folder, stdout.trim()), target);
}
