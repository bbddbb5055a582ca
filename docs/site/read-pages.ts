import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Section, sections } from "./contents.ts";
import { describeMarkdown, type Page } from "./page.ts";
import { fillTables } from "./tables.ts";

/** Pages whose Markdown lives beside the code that it is about. */
const outside: Readonly<Record<string, string>> = {
  changelog: "CHANGELOG.md",
  contributing: "CONTRIBUTING.md",
  security: "SECURITY.md",
  "project/benchmarks": "bench/README.md",
  "protocols/card-processor": "service/providers/processor/README.md",
  "protocols/payout-processor": "service/providers/payout/README.md",
};

const decisionsTitle = "Decision records";

/** Folders that are never searched for decision records. */
const skipped = new Set(["node_modules", "dist", ".git", ".data", "test-results"]);

/** Every page of the site, in the menu's order. Throws if a listed page has no file. */
export function readPages(root: string): Page[] {
  const written = sections.flatMap(({ title, pages }) =>
    pages.map((path) => readPage(root, path, outside[path] ?? `docs/${path}.md`, title)),
  );
  return [...written, ...decisionRecords(root)];
}

export function menuOf(pages: readonly Page[]): Section[] {
  const records = pages.filter(({ section }) => section === decisionsTitle);
  return [...sections, { title: decisionsTitle, pages: records.map(({ path }) => path) }];
}

function readPage(root: string, path: string, file: string, section: string): Page {
  const markdown = fillTables(readFileSync(join(root, file), "utf8"), root);
  return { path, file, markdown, section, ...describeMarkdown(markdown) };
}

/** Each folder's DECISIONS.md as a page, titled by its folder. */
function decisionRecords(root: string): Page[] {
  return foldersWithDecisions(root, "").map((folder) => {
    const file = `${folder}/DECISIONS.md`;
    const path = `decisions/${folder.replaceAll("/", "-")}`;
    const page = readPage(root, path, file, decisionsTitle);
    const title = `Decisions: ${folder}`;
    return { ...page, title, markdown: page.markdown.replace(/^# .*$/m, `# ${title}`) };
  });
}

function foldersWithDecisions(root: string, folder: string): string[] {
  const here = folder !== "" && existsSync(join(root, folder, "DECISIONS.md")) ? [folder] : [];
  const inner = readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !skipped.has(entry.name))
    .flatMap(({ name }) => foldersWithDecisions(root, folder ? `${folder}/${name}` : name));
  return [...here, ...inner].sort();
}
