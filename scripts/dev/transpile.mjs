import { mkdir, readFile, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { transformWithOxc } from "vite";

/**
 * Writes the compiled files of changed sources to `dist/node`, as `tsc -b` does, in milliseconds and without types.
 * Files that are not TypeScript, such as migrations, need nothing: programs read the sources.
 *
 * @param {string} root the repository's folder
 * @param {readonly string[]} files changed sources, from there; deleted ones are skipped
 * @throws on a syntax error, with its place
 */
export async function transpile(root, files) {
  for (const file of files) {
    if (!/\.tsx?$/.test(file)) continue;
    const source = await readFile(join(root, file), "utf8").catch(() => undefined);
    if (source === undefined) continue;
    const target = join(root, "dist", "node", file.replace(/\.tsx?$/, ".js"));
    const { code, map } = await transformWithOxc(source, join(root, file), {
      target: "es2022",
      typescript: { onlyRemoveTypeImports: true, rewriteImportExtensions: "rewrite" },
      sourcemap: true,
    });
    await mkdir(dirname(target), { recursive: true });
    await writeFile(`${target}.map`, JSON.stringify(map));
    await writeFile(target, `${code}//# sourceMappingURL=${basename(target)}.map\n`);
  }
}
