import type { Page } from "@playwright/test";
import { showEntry } from "../pages/gallery.ts";
import { expect, test } from "./journey.ts";

test.use({ viewport: { width: 360, height: 740 } });

test("icons, dots and links keep their places on a phone", async ({ page, stack }) => {
  await openGallery(page, `${stack.shop}/gallery/?show=part-buttons&lang=fr-CA`);
  const { gapPx, lines } = await page.getByTestId("long").evaluate((button) => {
    const label = document.createRange();
    label.selectNodeContents(button.lastChild ?? button);
    const [first, ...others] = label.getClientRects();
    const icon = button.querySelector(".icon")?.getBoundingClientRect();
    return { gapPx: (first?.left ?? 0) - (icon?.right ?? 0), lines: 1 + others.length };
  });
  expect(lines).toBeGreaterThan(1);
  expect(gapPx, "from the icon to the first word of a label that wraps").toBeCloseTo(8, 0);

  await showEntry(page, "payout-method-saved");
  const facts = page.locator(".payout-dotted").first();
  const [first, second] = await facts.locator("> *").all();
  const [box, firstBox, secondBox] = await Promise.all(
    [facts, first, second].map((part) => part?.boundingBox()),
  );
  expect(secondBox?.y, "the second fact is on a line of its own").toBeGreaterThan(firstBox?.y ?? 0);
  expect(secondBox?.x, "its dot is outside the box, which hides it").toBeCloseTo(box?.x ?? -1, 0);

  await showEntry(page, "personal-code-again");
  const link = page.getByTestId("change-number");
  const heightPx = await link.evaluate((button) => {
    const { left, top, bottom } = button.getBoundingClientRect();
    const isHit = (y: number) => document.elementFromPoint(left + 2, y) === button;
    let [from, to] = [top, bottom];
    while (isHit(from - 1)) from -= 1;
    while (isHit(to)) to += 1;
    return to - from;
  });
  expect(heightPx, "a link's target is as large as a finger").toBeGreaterThanOrEqual(44);
});

test("options side by side do not break words, at any width", async ({ page, stack }) => {
  await openGallery(page, `${stack.shop}/gallery/?show=payout-method-crypto`);
  const word = page.locator("label", { has: page.getByTestId("network-ethereum") });
  await expect(word).toContainText("Ethereum");
  for (let width = 320; width <= 700; width += 20) {
    await page.setViewportSize({ width, height: 740 });
    const lines = await word.evaluate((label) => {
      const text = document.createTreeWalker(label, NodeFilter.SHOW_TEXT).nextNode();
      const range = document.createRange();
      range.selectNodeContents(text ?? label);
      return range.getClientRects().length;
    });
    expect(lines, `${width} px`).toBe(1);
  }
});

test("in Arabic, Latin text starts below its label", async ({ page, stack }) => {
  await openGallery(page, `${stack.shop}/gallery/?show=personal-address-other-state&lang=ar`);
  for (const [id, texts] of [
    ["personal-address-other-state", "input.input"],
    ["ways-bank-complete", "input.input"],
    ["w9-review", ".w9-typed"],
  ] as const) {
    await showEntry(page, id);
    await page.waitForFunction((css) => document.querySelector(css), texts);
    const sides = await page
      .locator(texts)
      .evaluateAll((all) => all.map((element) => getComputedStyle(element).textAlign));
    expect(new Set(sides), id).toEqual(new Set(["right"]));
  }
});

async function openGallery(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.waitForFunction(() => document.querySelector("html[data-drawn]"));
}
