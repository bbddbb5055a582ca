import type { Section } from "./contents.ts";
import { markdownUrlOf, type Page, urlOf } from "./page.ts";
import { escapeHtml, type RenderedPage } from "./render-markdown.ts";
import { unbroken } from "./unbroken.ts";

export interface Assets {
  readonly style: string;
  readonly theme: string;
  readonly script: string;
  readonly searchIndex: string;
}

export interface PageContext {
  readonly menu: readonly Section[];
  readonly pages: readonly Page[];
  readonly assets: Assets;
}

/** The complete HTML of a page. Without scripts, only search, copying and the theme switch are missing. */
export function pageHtml(page: Page, body: RenderedPage, context: PageContext): string {
  const { assets } = context;
  const isHome = page.path === "index";
  const title = isHome ? "Tessera documentation" : `${page.title} · Tessera documentation`;
  return `<!doctype html>
<html lang="en" data-search-index="${assets.searchIndex}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="description" content="${escapeHtml(page.summary.slice(0, 300))}">
<title>${escapeHtml(title)}</title>
<script src="${assets.theme}"></script>
<link rel="stylesheet" href="${assets.style}">
<link rel="icon" href="/docs/images/icon.svg">
<link rel="alternate" type="text/markdown" href="${markdownUrlOf(page.path)}">
<script type="module" src="${assets.script}"></script>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header class="top">
<a class="brand" href="/docs">Tessera docs</a>
<div class="search" id="search" hidden>
<label class="unseen" for="query">Search the documentation</label>
<input id="query" type="search" placeholder="Search" autocomplete="off" role="combobox" aria-expanded="false" aria-controls="results" aria-autocomplete="list">
<ul id="results" class="results" role="listbox" aria-label="Search results" hidden></ul>
<p class="unseen" id="found" role="status"></p>
</div>
<nav class="links" aria-label="Other pages"><a href="/docs/api">API reference</a></nav>
<button id="theme" type="button" hidden>Dark mode</button>
</header>
<div class="columns">
<details class="menu" open><summary>All pages</summary>
<nav aria-label="Documentation">${context.menu.map((section) => menuSection(section, page, context.pages)).join("")}</nav>
</details>
<main id="content">
<article>
${body.html}</article>
<footer>${neighbors(page, context.pages)}<p><a href="${markdownUrlOf(page.path)}">This page as Markdown</a></p></footer>
</main>
${onThisPage(body)}
</div>
</body>
</html>
`;
}

function menuSection(section: Section, current: Page, pages: readonly Page[]): string {
  const links = section.pages.map((path) => {
    const title = pages.find((page) => page.path === path)?.title ?? path;
    const mark = path === current.path ? ' aria-current="page"' : "";
    return `<li><a href="${urlOf(path)}"${mark}>${escapeHtml(unbroken(title))}</a></li>`;
  });
  return `<h2>${escapeHtml(section.title)}</h2><ul>${links.join("")}</ul>`;
}

function onThisPage({ headings }: RenderedPage): string {
  const shown = headings.filter(({ level }) => level === 2);
  if (shown.length < 2) return "";
  const links = shown.map(
    ({ id, text }) => `<li><a href="#${escapeHtml(id)}">${escapeHtml(unbroken(text))}</a></li>`,
  );
  return `<nav class="here" aria-label="On this page"><h2>On this page</h2><ul>${links.join("")}</ul></nav>`;
}

function neighbors(page: Page, pages: readonly Page[]): string {
  const at = pages.indexOf(page);
  const before = pages[at - 1];
  const after = pages[at + 1];
  const links = [
    before &&
      `<a rel="prev" href="${urlOf(before.path)}">Previous: ${escapeHtml(unbroken(before.title))}</a>`,
    after &&
      `<a rel="next" href="${urlOf(after.path)}">Next: ${escapeHtml(unbroken(after.title))}</a>`,
  ];
  return `<nav class="neighbors" aria-label="Neighboring pages">${links.filter(Boolean).join("")}</nav>`;
}
