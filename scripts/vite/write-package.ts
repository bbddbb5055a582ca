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
  const { name, version, description, license, type, engines, main, module, types, exports } =
    manifest;
  const entry = normalize(types);
  if (!existsSync(join(root, entry))) return; // `tsc -b` comes first in every build of ours

  const declarations = filesBehind(root, entry);
  writeCommonTypes(root, declarations);
  const faces = [exports, main, module].flatMap(filesNamed).map(normalize);
  const files = new Set([...declarations, ...faces.flatMap((face) => filesBehind(root, face))]);
  const folder = join(root, "dist", "package");
  rmSync(folder, { recursive: true, force: true });
  for (const file of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(join(root, file), join(folder, file));
  }
  cpSync(join(root, commonTypes), join(folder, commonTypes), { recursive: true });
  const shown = {
    name,
    version,
    description,
    license,
    type,
    engines,
    main,
    module,
    types,
    exports,
  };
  writeFileSync(join(folder, "package.json"), `${JSON.stringify(shown, null, 2)}\n`);
  pack(folder, join(root, "dist", "sdk", "tessera.tgz"));
}

/** The declarations once more, as those of CommonJS: the same text means a module of the other kind there. */
function writeCommonTypes(root: string, declarations: readonly string[]): void {
  const folder = join(root, commonTypes);
  rmSync(folder, { recursive: true, force: true });
  for (const file of declarations) {
    const copy = join(folder, file.replace(/^dist\/node\//, ""));
    mkdirSync(dirname(copy), { recursive: true });
    cpSync(join(root, file), copy);
  }
  writeFileSync(join(folder, "package.json"), `${JSON.stringify({ type: "commonjs" })}\n`);
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
  for (const [, specifier = ""] of text.matchAll(/\bfrom\s*"(\.[^"]+)"/g)) {
    const path = join(dirname(file), specifier).replaceAll("\\", "/");
    filesBehind(root, file.endsWith(".d.ts") ? path.replace(/\.ts$/, ".d.ts") : path, found);
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
