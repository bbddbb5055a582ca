import type { Section } from "./contents.ts";
import { markdownUrlOf, type Page } from "./page.ts";

/** `llms.txt`: every page's Markdown with a line about it, for programs that read documentation. */
export function llmsText(menu: readonly Section[], pages: readonly Page[]): string {
  const parts = menu.map(({ title, pages: paths }) => {
    const lines = paths.map((path) => {
      const page = pages.find((page) => page.path === path);
      return `- [${page?.title}](${markdownUrlOf(path)}): ${page?.summary.slice(0, 200)}`;
    });
    return `## ${title}\n\n${lines.join("\n")}\n`;
  });
  return `# Tessera

> Payment compliance and orchestration: widgets, payments, payouts, identity, W-9 and tax forms, with one API.

The API's OpenAPI 3.1 document: /v1/openapi.json

${parts.join("\n")}`;
}
