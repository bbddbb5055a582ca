import { existsSync, readdirSync, statSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { transformWithOxc } from "vite";

/**
 * Writes the compiled files of changed sources to `dist/node`, as `tsc -b` does, in milliseconds and without types.
 * Files that are not TypeScript, such as migrations, need nothing: programs read the sources.
 *
 * @param {string} root the repository's folder
 * @param {readonly string[]} files changed sources, from there; deleted ones are skipped
 * @throws on a syntax error, with its position
 */
export async function transpile(root, files) {
  for (const file of files) {
    if (!/\.tsx?$/.test(file)) continue;
    const source = await readFile(join(root, file), "utf8").catch(() => undefined);
    if (source === undefined) continue;
    const target = targetOf(root, file);
    const { code, map } = await transformWithOxc(source, join(root, file), {
      target: "es2022",
      typescript: { onlyRemoveTypeImports: true, rewriteImportExtensions: "rewrite" },
      sourcemap: true,
    });
    await mkdir(dirname(target), { recursive: true });
    await writeFile(`${target}.map`, JSON.stringify(map));
    await writeFile(target, `${withOwnHelper(code)}//# sourceMappingURL=${basename(target)}.map\n`);
  }
}

/** Oxc calls a helper for a tagged template with `</script`, and imports it from a package that is not installed. */
const withOwnHelper = (code) =>
  code.replace(
    /^import (\w+) from "@oxc-project\/runtime\/helpers\/taggedTemplateLiteral";$/m,
    'const $1 = (texts, raw = [...texts]) => Object.freeze(Object.defineProperty(texts, "raw", { value: Object.freeze(raw) }));',
  );

/**
 * Finds sources that are newer than their compiled files. The build compares contents, so it misses a file that was
 * transpiled and then changed back while nothing was watching.
 *
 * @param {string} root
 * @param {readonly string[]} folders
 * @returns {string[]}
 */
export function staleSources(root, folders) {
  return folders
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true }).map((name) => `${folder}/${name}`),
    )
    .filter((file) => {
      const target = targetOf(root, file);
      if (!/\.tsx?$/.test(file) || !existsSync(target)) return false;
      return statSync(join(root, file)).mtimeMs > statSync(target).mtimeMs;
    });
}

const targetOf = (root, file) => join(root, "dist", "node", file.replace(/\.tsx?$/, ".js"));
