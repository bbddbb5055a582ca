import { posix } from "node:path";
import hljs from "highlight.js/lib/core";
import bash from "highlight.js/lib/languages/bash";
import css from "highlight.js/lib/languages/css";
import http from "highlight.js/lib/languages/http";
import ini from "highlight.js/lib/languages/ini";
import javascript from "highlight.js/lib/languages/javascript";
import json from "highlight.js/lib/languages/json";
import sql from "highlight.js/lib/languages/sql";
import typescript from "highlight.js/lib/languages/typescript";
import xml from "highlight.js/lib/languages/xml";
import yaml from "highlight.js/lib/languages/yaml";
import MarkdownIt from "markdown-it";
import { type Page, urlOf } from "./page.ts";
import { unbroken } from "./unbroken.ts";

const languages = { bash, css, http, ini, javascript, json, sql, typescript, xml, yaml };
for (const [name, language] of Object.entries(languages)) hljs.registerLanguage(name, language);

/** Names of languages after three backticks → those of the highlighter. */
const aliases: Readonly<Record<string, string>> = {
  sh: "bash",
  js: "javascript",
  jsx: "javascript",
  ts: "typescript",
  tsx: "typescript",
  html: "xml",
  vue: "xml",
  svelte: "xml",
  env: "ini",
};

export interface Heading {
  readonly level: number;
  readonly id: string;
  readonly text: string;
}

export interface RenderedPage {
  readonly html: string;
  readonly headings: readonly Heading[];
}

/** A heading's anchor, as code forges make it, so that links work in the repository and on the site. */
export function slugOf(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .replace(/\s/g, "-");
}

/**
 * Renders a page's Markdown. Links to other pages' files become their addresses, links to files of the repository that
 * are not pages become plain text, and pictures are served beside the pages.
 */
export function renderMarkdown(page: Page, pages: readonly Page[]): RenderedPage {
  const headings: Heading[] = [];
  const taken = new Map<string, number>();
  const byFile = new Map(pages.map((page) => [page.file, page]));
  const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false });
  const { rules } = markdown.renderer;
  // Links are not nested, so one flag is enough.
  let isPlain = false;

  rules.heading_open = (tokens, index) => {
    const text = textOf(tokens[index + 1]?.children ?? []);
    const slug = slugOf(text);
    const count = taken.get(slug) ?? 0;
    taken.set(slug, count + 1);
    const id = count === 0 ? slug : `${slug}-${count}`;
    const tag = tokens[index]?.tag ?? "h2";
    headings.push({ level: Number(tag.slice(1)), id, text });
    return `<${tag} id="${escapeHtml(id)}">`;
  };
  rules.heading_close = (tokens, index) => {
    const { id = "", text = "", level = 1 } = headings.at(-1) ?? {};
    const link = `<a class="anchor" href="#${escapeHtml(id)}" aria-label="Link to “${escapeHtml(text)}”">#</a>`;
    return `${level > 1 ? link : ""}</${tokens[index]?.tag}>\n`;
  };
  // Code has its own rules, so this leaves it unchanged.
  rules.text = (tokens, index) => escapeHtml(unbroken(tokens[index]?.content ?? ""));
  rules.table_open = () =>
    '<div class="table" role="region" aria-label="Table" tabindex="0"><table>\n';
  rules.table_close = () => "</table></div>\n";
  // The library aligns columns with inline styles, which the policy forbids.
  rules.th_open = (tokens, index) => cellStart("th", tokens[index]?.attrGet("style"));
  rules.td_open = (tokens, index) => cellStart("td", tokens[index]?.attrGet("style"));
  rules.fence = (tokens, index) => {
    const token = tokens[index];
    const name = token?.info.trim().split(/\s+/)[0] ?? "";
    const language = aliases[name] ?? name;
    const code = token?.content ?? "";
    const html = hljs.getLanguage(language)
      ? hljs.highlight(code, { language }).value
      : escapeHtml(code);
    return `<div class="code"><pre tabindex="0"><code>${html}</code></pre></div>\n`;
  };
  rules.code_block = rules.fence;
  rules.link_open = (tokens, index) => {
    const href = addressOf(String(tokens[index]?.attrGet("href") ?? ""), page, byFile);
    isPlain = href === undefined;
    return href === undefined ? "<code>" : `<a href="${escapeHtml(href)}">`;
  };
  rules.link_close = () => (isPlain ? "</code>" : "</a>");
  rules.image = (tokens, index) => {
    const token = tokens[index];
    const file = fileOf(String(token?.attrGet("src") ?? ""), page);
    return `<img src="/docs/${escapeHtml(file.replace(/^docs\//, ""))}" alt="${escapeHtml(token?.content ?? "")}">`;
  };
  return { html: markdown.render(page.markdown), headings };
}

function cellStart(tag: string, style: unknown): string {
  return String(style).includes("right") ? `<${tag} class="number">` : `<${tag}>`;
}

/** A link's address on the site; undefined for files that are not pages. */
function addressOf(
  href: string,
  page: Page,
  byFile: ReadonlyMap<string, Page>,
): string | undefined {
  if (/^([a-z]+:|#|\/)/.test(href)) return href;
  const [path = "", anchor] = href.split("#");
  const target = byFile.get(fileOf(path, page));
  if (!target) return undefined;
  return urlOf(target.path) + (anchor ? `#${anchor}` : "");
}

/** A link's file, from the repository's folder. */
export function fileOf(href: string, page: Pick<Page, "file">): string {
  return posix.normalize(posix.join(posix.dirname(page.file), href));
}

function textOf(tokens: readonly { type: string; content: string }[]): string {
  return tokens
    .filter(({ type }) => type === "text" || type === "code_inline")
    .map(({ content }) => content)
    .join("");
}

/** Escapes text for HTML and for attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
