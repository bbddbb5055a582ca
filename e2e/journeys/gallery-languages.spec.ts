import { expectAccessible, installScanner, structureOf } from "../pages/accessibility.ts";
import { showEntry } from "../pages/gallery.ts";
import { expect, test } from "./journey.ts";

test.use({ viewport: { width: 360, height: 740 } });

/** Steps of the main journeys; gallery.spec.ts shows every state in English. */
const states = [
  "payment-empty",
  "payment-errors",
  "payment-declined",
  "payment-success",
  "crypto-form",
  "payout-method",
  "payout-review",
  "kyc-choose",
  "kyc-review",
  "w9-step-ready",
  "step-sms",
];

const languages = [
  { query: "lang=ar", lang: "ar", dir: "rtl", words: /[\u0600-\u06ff]{3}/ },
  { query: "lang=fr-CA", lang: "fr-CA", dir: "ltr", words: /[éèà]|[Vv]o(us|tre)/ },
  { query: "lang=zh-Hans", lang: "zh-Hans", dir: "ltr", words: /[\u4e00-\u9fff]{2}/ },
  { query: "pseudo=long", lang: "en", dir: "ltr", words: /\[[^\]]+·lorem/ },
  { query: "pseudo=mirrored&dir=rtl", lang: "en", dir: "rtl", words: /\u0627.+·lorem/ },
];

for (const { query, lang, dir, words } of languages) {
  test(`the main journeys fit a phone and are accessible with ${query}`, async ({
    page,
    stack,
  }) => {
    test.setTimeout(240_000);
    await page.goto(`${stack.shop}/gallery/`);
    const ids = await page
      .locator('a[href*="entry="]')
      .evaluateAll((links) =>
        links.map((link) => new URL((link as HTMLAnchorElement).href).searchParams.get("entry")),
      );
    const shown = states.filter((id) => ids.includes(id));
    expect(shown, `of ${ids.join(" ")}`).toEqual(states);
    await installScanner(page);
    await page.goto(`${stack.shop}/gallery/?show=${shown.at(-1)}&${query}`);
    const wide: string[] = [];
    for (const id of shown) {
      await showEntry(page, id);
      const html = page.locator("html");
      await expect(html).toHaveAttribute("lang", lang);
      await expect(html).toHaveAttribute("dir", dir);
      await expect(page.locator("#gallery")).toContainText(words);
      const overflow = await page.evaluate(() => {
        const root = document.documentElement;
        // Fields scroll their own text; other boxes must not cut it off.
        const cut = [
          ...document.querySelectorAll<HTMLElement>("body *:not(input, textarea, select)"),
        ]
          .filter((element) => element.checkVisibility() && !element.closest(".visually-hidden"))
          .filter((element) => getComputedStyle(element).overflowX !== "visible")
          .filter((element) => element.scrollWidth > element.clientWidth + 1)
          .map((element) => element.className);
        return [...(root.scrollWidth > root.clientWidth ? ["page"] : []), ...cut];
      });
      wide.push(...overflow.map((what) => `${id}: ${what}`));
      // If a language differs only in texts, the scanner finds what it found in English.
      const structure = await page.evaluate(structureOf);
      const appearance = dir === "rtl" ? `from right to left ${structure}` : structure;
      await expectAccessible(page, undefined, `gallery: ${id}, ${query}`, appearance);
    }
    expect(wide, "does not fit").toEqual([]);
  });
}
