import {
  countTitles,
  expectAccessible,
  installScanner,
  structureOf,
} from "../pages/accessibility.ts";
import { showEntry } from "../pages/gallery.ts";
import { expect, test } from "./journey.ts";

test.use({ viewport: { width: 360, height: 740 } });

test("every state in the gallery renders without a server, fits a phone and is accessible", async ({
  page,
  stack,
}) => {
  test.setTimeout(480_000);
  const requested: string[] = [];
  page.on("request", (request) => {
    if (!request.url().startsWith(stack.shop)) requested.push(request.url());
  });
  await page.goto(`${stack.shop}/gallery/`);
  const links = page.locator('a[href*="entry="]');
  await expect(links.first()).toBeVisible();
  const ids = await links.evaluateAll((anchors) =>
    anchors.map((anchor) => new URL((anchor as HTMLAnchorElement).href).searchParams.get("entry")),
  );
  const states = [...new Set(ids)].filter((id) => id !== null);
  expect(states.length).toBeGreaterThan(20);
  await installScanner(page);
  await page.goto(`${stack.shop}/gallery/?show=${states.at(-1)}`);
  const overflowing: string[] = [];
  const headings: string[] = [];
  const broken: string[] = [];
  for (const id of states) {
    await showEntry(page, id);
    const structure = await page.evaluate(structureOf);
    const isWide = () =>
      document.documentElement.scrollWidth > document.documentElement.clientWidth;
    if (await page.evaluate(isWide)) overflowing.push(id);
    const titles = await countTitles(page);
    if (!isPart(id) && titles !== 1) headings.push(`${id}: ${titles}`);
    const split = await page.evaluate(splitTexts);
    broken.push(...split.map((text) => `${id}: ${text}`));
    // States that differ only in texts have the same scan.
    await expectAccessible(page, undefined, `gallery: ${id}`, structure, isPart(id));
    const enlargedPx = await page.evaluate(() => {
      const html = document.documentElement;
      html.style.fontSize = "200%";
      const px = html.scrollWidth - html.clientWidth;
      html.style.fontSize = "";
      return px;
    });
    if (enlargedPx > 0) overflowing.push(`${id}, enlarged`);
  }
  expect(overflowing, "scroll horizontally").toEqual([]);
  expect(headings, "not exactly one h1").toEqual([]);
  expect(broken, "split across two lines").toEqual([]);
  expect(requested.filter((url) => !url.startsWith("data:"))).toEqual([]);
});

/** Entries that show a field or part instead of a whole page or step. */
const isPart = (id: string) => /^(part-|personal-)/.test(id);

/** Form names and masked numbers that a line break splits. */
const splitTexts = () => {
  const isVisible = (element: Element | null) => element?.checkVisibility() ?? false;
  const split: string[] = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const node = texts.currentNode as Text;
    if (!isVisible(node.parentElement)) continue;
    for (const { index, 0: found } of node.data.matchAll(
      /W[-\u2011](?:9|2G)|•{4}\s\w+|X{3}-X{2}-\d{4}|X{2}-X{3}\d{4}/g,
    )) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + found.length);
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
      if (lines.size > 1) split.push(found);
    }
  }
  return split;
};
