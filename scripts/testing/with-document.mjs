/** Tests that need a document say so in a comment. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const folders = ["clients", "contract", "src", "widgets", "console", "demo", "docs"];
const mark = "@vitest-environment happy-dom";

/**
 * @param {string} root
 * @returns {string[]} paths from there, sorted
 */
export function testsWithDocument(root) {
  return folders
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true }).map((name) => join(folder, name)),
    )
    .filter((file) => /\.test\.tsx?$/.test(file) && !file.includes("node_modules"))
    .filter((file) => readFileSync(join(root, file), "utf8").includes(mark))
    .map((file) => file.replaceAll("\\", "/"))
    .sort();
}
