/** One page of the site before it is rendered. */
export interface Page {
  /** Below `/docs/`; `index` is `/docs` itself. */
  readonly path: string;
  /** The file it comes from, from the repository's folder. */
  readonly file: string;
  /** Markdown with every table filled in. */
  readonly markdown: string;
  /** The page's only h1. */
  readonly title: string;
  /** The first paragraph as plain text, for search results and llms.txt. */
  readonly summary: string;
  /** Title of its section in the menu. */
  readonly section: string;
}

export function urlOf(path: string): string {
  return path === "index" ? "/docs" : `/docs/${path}`;
}

export function markdownUrlOf(path: string): string {
  return `/docs/${path}.md`;
}

/** The title and summary of a page, from its Markdown. */
export function describeMarkdown(markdown: string): { title: string; summary: string } {
  const withoutCode = markdown.replace(/^```[\s\S]*?^```/gm, "");
  const title = /^# (.+)$/m.exec(withoutCode)?.[1] ?? "";
  const paragraphs = withoutCode
    .replace(/^#.*$/gm, "\n")
    .split(/\n{2,}/)
    .map((block) => block.trim());
  const isText = (block: string) => block !== "" && !/^(\||>|---|<!--)/.test(block);
  const first = paragraphs.find(isText)?.replace(/^- /, "") ?? "";
  return { title: plainText(title), summary: plainText(first) };
}

/** One line of Markdown as plain text. */
function plainText(markdown: string): string {
  return markdown
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/[*`]/g, "")
    .replace(/\s+/g, " ")
    .trim();
}
