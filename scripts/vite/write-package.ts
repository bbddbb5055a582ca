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

/** Where the types for `require` stand: a folder of its own, since TypeScript asks its package.json for the kind. */
const commonTypes = "dist/types-commonjs";

/**
 * Writes what operators install: `dist/package`, this package without its programs and what they need, and the
 * same packed as `dist/sdk/tessera.tgz`, which the service hands out. Its `exports` are those of the
 * repository's package.json, so that both resolve alike.
 */
export function writePackage(root: string): void {
  const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const { name, version, description, license, type, main, module, types, exports } = manifest;
  const entries = [types, exports["./webhooks"].import.types].map(normalize);
  if (!entries.every((entry) => existsSync(join(root, entry)))) return; // `tsc -b` comes first in every build of ours

  const declarations = new Set(entries.flatMap((entry) => filesBehind(root, entry)));
  writeCommonTypes(root, declarations);
  const faces = [exports, main, module].flatMap(filesNamed).map(normalize);
  const files = new Set([...declarations, ...faces.flatMap((face) => filesBehind(root, face))]);
  const folder = join(root, "dist", "package");
  rmSync(folder, { recursive: true, force: true });
  for (const file of files) {
    copy(join(root, file), join(folder, file));
  }
  cpSync(join(root, commonTypes), join(folder, commonTypes), { recursive: true });
  writeFaceForOldResolvers(folder, exports["./webhooks"]);
  const shown = {
    name,
    version,
    description,
    license,
    type,
    // What the faces need; our own programs need more.
    engines: { node: ">=20" },
    // A module of ours does nothing for a page that uses none of its exports.
    sideEffects: false,
    main,
    module,
    types,
    exports,
  };
  writeFileSync(join(folder, "package.json"), `${JSON.stringify(shown, null, 2)}\n`);
  pack(folder, join(root, "dist", "sdk", "tessera.tgz"));
}

/** The declarations once more, as those of CommonJS: the same text means a module of the other kind there. */
function writeCommonTypes(root: string, declarations: Iterable<string>): void {
  const folder = join(root, commonTypes);
  rmSync(folder, { recursive: true, force: true });
  for (const file of declarations) {
    copy(join(root, file), join(folder, file.replace(/^dist\/node\//, "")));
  }
  writeFileSync(join(folder, "package.json"), `${JSON.stringify({ type: "commonjs" })}\n`);
}

/**
 * `webhooks/package.json`, where a resolver looks that knows no `exports`: TypeScript's node10 (the default for
 * CommonJS up to TypeScript 5), Jest up to 27.
 */
function writeFaceForOldResolvers(
  folder: string,
  face: { import: { default: string }; require: { types: string; default: string } },
): void {
  const up = (path: string) => `.${path}`;
  mkdirSync(join(folder, "webhooks"));
  const manifest = {
    main: up(face.require.default),
    module: up(face.import.default),
    types: up(face.require.types),
  };
  writeFileSync(join(folder, "webhooks", "package.json"), `${JSON.stringify(manifest)}\n`);
}

/** Copies a file. Declarations name each other as `.js`, which every TypeScript resolves. */
function copy(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  if (!from.endsWith(".d.ts")) {
    cpSync(from, to);
    return;
  }
  const text = readFileSync(from, "utf8");
  writeFileSync(to, text.replace(/(\b(?:from\s*|import\()"\.[^"]+)\.ts"/g, '$1.js"'));
}

/** The files that a part of package.json names, at any depth. */
function filesNamed(part: unknown): string[] {
  return typeof part === "string" ? [part] : Object.values(part as object).flatMap(filesNamed);
}

/** This file and all that it imports, by path from the root; declarations name each other as `.ts`. */
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
