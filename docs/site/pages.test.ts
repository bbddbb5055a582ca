/** Every page is built, can be found, and has links that lead somewhere. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { answerRefusals } from "#contract/dispute-codes";
import { errorCodes } from "#contract/errors";
import { paymentReasons } from "#contract/payment-reasons/index";
import { refundFailures } from "#contract/refund-failures";
import { refundWaits } from "#contract/refund-waits";
import { filesBelow } from "../../e2e/repo/testing/sources.ts";
import { bankAccounts } from "../../sandbox/catalogue/bank-accounts.ts";
import { cardGroupNotes, cards } from "../../sandbox/catalogue/cards.ts";
import { cryptoAddresses } from "../../sandbox/catalogue/crypto-addresses.ts";
import { sanctionedAddresses } from "../../sandbox/catalogue/sanctioned-addresses.ts";
import { taxpayers } from "../../sandbox/catalogue/taxpayer-numbers.ts";
import { loginAccounts } from "../../sandbox/login-bank/accounts.ts";
import { sections } from "./contents.ts";
import { llmsText } from "./llms-text.ts";
import { pageHtml } from "./page-template.ts";
import { menuOf } from "./read-pages.ts";
import { fileOf, renderMarkdown } from "./render-markdown.ts";
import { searchIndex } from "./search-index.ts";
import { pages, repository } from "./testing/code-blocks.ts";

const markdownOf = (path: string) => pages.find((page) => page.path === path)?.markdown ?? "";
const rendered = new Map(pages.map((page) => [page.file, renderMarkdown(page, pages)]));

test("every Markdown file in docs is a page of the menu", () => {
  const listed = sections.flatMap(({ pages: paths }) => paths).map((path) => `docs/${path}.md`);
  const written = filesBelow("docs").filter(
    (path) => path.endsWith(".md") && !path.endsWith("/DECISIONS.md"),
  );
  expect(written.filter((path) => !listed.includes(path))).toEqual([]);
  expect(new Set(listed).size).toBe(listed.length);
});

test("no line of any page breaks inside a form's name", () => {
  const broken = pages.flatMap((page) => {
    const body = rendered.get(page.file);
    if (!body) return [page.path];
    const assets = { style: "", script: "", theme: "", searchIndex: "" };
    const html = pageHtml(page, body, { menu: menuOf(pages), pages, assets })
      .replace(/<(code|title)\b.*?<\/\1>/gs, "")
      .replace(/<[^>]*>/g, "");
    return /W-(9|2G)/.test(html) ? [page.path] : [];
  });
  expect(broken).toEqual([]);
  expect(pages.length).toBeGreaterThan(40);
});

test("every page has one main heading and a summary", () => {
  for (const page of pages) {
    const { headings } = rendered.get(page.file) ?? { headings: [] };
    expect(
      headings.filter(({ level }) => level === 1).map(({ text }) => text),
      page.path,
    ).toEqual([page.title]);
    expect(page.summary.length, page.path).toBeGreaterThan(20);
  }
});

test("every link and picture leads to an existing file and heading", () => {
  const broken = pages.flatMap((page) => {
    const text = page.markdown.replace(/^```[\s\S]*?^```/gm, "").replace(/`[^`\n]*`/g, "");
    return [...text.matchAll(/\]\(([^)\s]+)\)/g)]
      .map(([, href = ""]) => href)
      .filter((href) => !/^(https?:|mailto:|\/docs\/|\/v1\/)/.test(href))
      .filter((href) => {
        const [path = "", anchor] = href.split("#");
        const file = path === "" ? page.file : fileOf(path, page);
        if (!existsSync(join(repository, file))) return true;
        const target = rendered.get(file);
        return anchor !== undefined && !target?.headings.some(({ id }) => id === anchor);
      })
      .map((href) => `${page.file}: ${href}`);
  });
  expect(broken).toEqual([]);
});

test("every place that the architecture names exists", () => {
  const [, where = ""] = markdownOf("project/architecture").split("## Where to look");
  const rows = [...(where.split("\n## ")[0] ?? "").matchAll(/^\|.*\| (.*) \|$/gm)];
  const places = rows.flatMap(([, cell = ""]) =>
    [...cell.matchAll(/`([^`…]+)`/g)].map(([, it]) => it),
  );
  const files = filesBelow().map((path) => `/${path}`);
  const exists = (place = "") =>
    files.some((path) =>
      place.endsWith("/") ? path.includes(`/${place}`) : path.endsWith(`/${place}`),
    );
  expect(places.length).toBeGreaterThan(25);
  expect(places.filter((place) => !exists(place))).toEqual([]);
});

test("the pages contain every error code, reason and test value", () => {
  const missing = (path: string, values: readonly string[]) =>
    values.filter((value) => !markdownOf(path).includes(`\`${value}\``));
  expect(missing("integrate/errors", Object.keys(errorCodes))).toEqual([]);
  expect(missing("payments/declines", Object.keys(paymentReasons))).toEqual([]);
  expect(missing("payments/refunds", Object.keys(refundFailures))).toEqual([]);
  expect(missing("payments/refunds", Object.keys(refundWaits))).toEqual([]);
  expect(missing("payments/disputes", Object.keys(answerRefusals))).toEqual([]);
  const testValues = [
    ...cards.map(({ number }) => number),
    ...bankAccounts.map(({ accountNumber }) => accountNumber),
    ...cryptoAddresses.map(({ address }) => address),
    ...sanctionedAddresses.map(({ address }) => address),
    ...taxpayers.map(({ tin }) => tin),
    ...Object.keys(loginAccounts),
  ];
  expect(missing("testing/test-values", testValues)).toEqual([]);
});

test("every page that a comment cites exists and is public", () => {
  const sources = filesBelow().filter(
    (path) => /\.(tsx?|mjs|css|sql)$/.test(path) && !path.startsWith("docs/site/"),
  );
  const wrong = sources.flatMap((path) => {
    const text = readFileSync(join(repository, path), "utf8");
    const cited = [...text.matchAll(/\bdocs\/[\w/-]+\.md\b/g)].map(([page]) => page);
    const unread = [...text.matchAll(/\b(?:decisions|service document|service-api) §/g)];
    return [
      ...cited.filter((page) => !existsSync(join(repository, page))),
      ...unread.map(([words]) => words),
    ].map((what) => `${path}: ${what}`);
  });
  expect(wrong).toEqual([]);
});

test("every npm command in the documentation is a script of the package", () => {
  const { scripts } = JSON.parse(readFileSync(join(repository, "package.json"), "utf8"));
  const unknown = pages.flatMap(({ path, markdown }) =>
    [...markdown.matchAll(/\bnpm (?:run ([\w:-]+)|(start|test))\b/g)]
      .map(([, run, short]) => run ?? short ?? "")
      .filter((name) => !(name in scripts))
      .map((name) => `${path}: ${name}`),
  );
  expect(unknown).toEqual([]);
});

test("the test cards have their sections' notes", () => {
  const notes = Object.values(cardGroupNotes);
  expect(notes.length).toBeGreaterThan(0);
  for (const note of notes) expect(markdownOf("testing/test-values")).toContain(`\n\n${note}\n\n|`);
});

test("a page has no inline scripts or styles, and loads nothing from another origin", () => {
  const assets = { style: "/s.css", theme: "/t.js", script: "/s.js", searchIndex: "/i.json" };
  const context = { menu: menuOf(pages), pages, assets };
  for (const page of pages) {
    const html = pageHtml(page, rendered.get(page.file) ?? { html: "", headings: [] }, context);
    expect(html.match(/<script(?! (type="module" )?src="\/)/g), page.path).toBeNull();
    expect(html.match(/<[^>]+ (style|on\w+)=/g), page.path).toBeNull();
    expect(html.match(/<(?:img|script|link)[^>]+(?:src|href)="(?!\/)/g), page.path).toBeNull();
  }
});

test("markup in a page is shown, not run", () => {
  const page = {
    path: "x",
    file: "docs/x.md",
    markdown: '# <b>A</b>\n\n<script>alert(1)</script>\n\n`<i>`\n\n```js\n"</code><script>"\n```\n',
    title: "A",
    summary: "",
    section: "",
  };
  const { html } = renderMarkdown(page, [page]);
  expect(html).not.toMatch(/<(script|b|i)>/);
});

test("links to files that are not pages are shown as text", () => {
  const page = {
    path: "x",
    file: "docs/x.md",
    markdown: "# A\n\n[the code](../service/app/main.ts) and [a page](quickstart.md#next)\n",
    title: "A",
    summary: "",
    section: "",
  };
  const { html } = renderMarkdown(page, [page, ...pages]);
  expect(html).toContain("<code>the code</code>");
  expect(html).toContain('<a href="/docs/quickstart#next">a page</a>');
});

test("llms.txt names every page's Markdown, and the index finds a heading", () => {
  const text = llmsText(menuOf(pages), pages);
  for (const { path } of pages) expect(text).toContain(`(/docs/${path}.md)`);
  expect(searchIndex(pages)).toContain("/docs/payments/cards#3-d-secure");
});
