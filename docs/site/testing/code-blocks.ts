/** The code blocks of every page, for the tests that check them. */
import { fileURLToPath } from "node:url";
import type { Page } from "../page.ts";
import { readPages } from "../read-pages.ts";

export const repository = fileURLToPath(new URL("../../..", import.meta.url));

/** Every page of the site. */
export const pages: readonly Page[] = readPages(repository);

/** One fenced block. */
export interface CodeBlock {
  /** Page and number of the block in it, for messages: `quickstart 2`. */
  readonly where: string;
  readonly language: string;
  readonly code: string;
}

/** The blocks of pages that are written for readers; decision records and READMEs are not. */
export const codeBlocks: readonly CodeBlock[] = pages
  .filter(({ file }) => file.startsWith("docs/"))
  .flatMap(({ path, markdown }) =>
    [...markdown.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map(
      ([, language = "", code = ""], index) => ({ where: `${path} ${index + 1}`, language, code }),
    ),
  );
