/** Every page's code blocks, for the tests that check them. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "../page.ts";
import { readPages } from "../read-pages.ts";

export const repository = fileURLToPath(new URL("../../..", import.meta.url));

export const pages: readonly Page[] = readPages(repository);

export interface CodeBlock {
  /** Page and number of the block in it, for messages: `quickstart 2`. */
  readonly where: string;
  readonly language: string;
  readonly code: string;
}

/** The blocks of the README and of pages that are written for readers; decision records are not. */
export const codeBlocks: readonly CodeBlock[] = [
  { path: "README", file: "docs/", markdown: readFileSync(join(repository, "README.md"), "utf8") },
  ...pages,
]
  .filter(({ file }) => file.startsWith("docs/"))
  .flatMap(({ path, markdown }) =>
    [...markdown.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map(
      ([, language = "", code = ""], index) => ({ where: `${path} ${index + 1}`, language, code }),
    ),
  );
