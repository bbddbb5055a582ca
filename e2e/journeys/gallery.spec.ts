import { bringScanner, countTitles, expectAccessible } from "../pages/accessibility.ts";
import { expect, test } from "./journey.ts";

test.use({ viewport: { width: 360, height: 740 } });

test("every state in the gallery is shown without a server, fits a phone and is accessible", async ({
  page,
  stack,
}) => {
  test.setTimeout(480_000);
  const asked: string[] = [];
  page.on("request", (request) => {
    if (!request.url().startsWith(stack.shop)) asked.push(request.url());
  });
  await page.goto(`${stack.shop}/gallery/`);
  const links = page.locator('a[href*="entry="]');
  await expect(links.first()).toBeVisible();
  const ids = await links.evaluateAll((anchors) =>
    anchors.map((anchor) => new URL((anchor as HTMLAnchorElement).href).searchParams.get("entry")),
  );
  const states = [...new Set(ids)].filter((id) => id !== null);
  expect(states.length).toBeGreaterThan(20);
  await bringScanner(page);
  const wide: string[] = [];
  const headings: string[] = [];
  const broken: string[] = [];
  for (const id of states) {
    await page.goto(`${stack.shop}/gallery/?show=${encodeURIComponent(id)}`);
    // All that is to be typed and pressed is done. Asked at each frame: a locator is looked at ten times a second.
    await page.waitForFunction(() => document.querySelector("html[data-drawn] #gallery > *"));
    const { structure, sidewaysPx } = await page.evaluate(look);
    if (sidewaysPx > 0) wide.push(id);
    const titles = await countTitles(page);
    if (!isPart(id) && titles !== 1) headings.push(`${id}: ${titles}`);
    const torn = await page.evaluate(tornTexts);
    broken.push(...torn.map((text) => `${id}: ${text}`));
    // Where only the words are others, the scanner would find the same.
    await expectAccessible(page, undefined, `gallery: ${id}`, structure, isPart(id));
    const enlargedPx = await page.evaluate(() => {
      const html = document.documentElement;
      html.style.fontSize = "200%";
      return html.scrollWidth - html.clientWidth;
    });
    if (enlargedPx > 0) wide.push(`${id}, enlarged`);
  }
  expect(wide, "scroll sideways").toEqual([]);
  expect(headings, "not exactly one h1").toEqual([]);
  expect(broken, "broken over two lines").toEqual([]);
  expect(asked.filter((url) => !url.startsWith("data:"))).toEqual([]);
});

/**
 * By how many pixels the page is wider than the phone, and its elements with what they are to styles and assistive
 * technology; words and figures left out.
 */
const look = () => ({
  sidewaysPx: document.documentElement.scrollWidth - document.documentElement.clientWidth,
  structure: document.body.outerHTML
    .replaceAll(/>[^<]+/g, ">…")
    .replaceAll(/ (value|aria-label|alt|href|src|d|data-code|data-testid)="[^"]+"/g, ' $1="…"'),
});

/** Entries that show fields or parts, not a whole page or step. */
const isPart = (id: string) => /^(part-|personal-)/.test(id);

/** Forms' names and masked numbers that a line break tears. */
const tornTexts = () => {
  const isSeen = (element: Element | null) => element?.checkVisibility() ?? false;
  const torn: string[] = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const node = texts.currentNode as Text;
    if (!isSeen(node.parentElement)) continue;
    for (const { index, 0: found } of node.data.matchAll(
      /W[-\u2011](?:9|2G)|•{4}\s\w+|X{3}-X{2}-\d{4}|X{2}-X{3}\d{4}/g,
    )) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + found.length);
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
      if (lines.size > 1) torn.push(found);
    }
  }
  return torn;
};
