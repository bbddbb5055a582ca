import { languages } from "#contract/languages";
import { expect, test } from "./journey.ts";

/** With enlarged text, "Código postal" and "Code postal" wrap beside "Estado" and "État" on a phone. */
const looks = [...languages.map((language) => `lang=${language}`), "pseudo=long"];

test("fields side by side are aligned in every language, with enlarged text", async ({
  page,
  stack,
}) => {
  const uneven: string[] = [];
  for (const look of looks) {
    await page.goto(`${stack.shop}/gallery/?show=personal-address&${look}&zoom=200`);
    await page.waitForFunction(() => document.querySelector("html[data-drawn] .field"));
    for (const width of [360, 768]) {
      await page.setViewportSize({ width, height: 900 });
      const pairs = async () => (await page.evaluate(besides)).length;
      await expect
        .poll(pairs, { message: `pairs with ${look}`, timeout: 60_000 })
        .toBeGreaterThan(0);
      const found = await page.evaluate(besides);
      const off = found.filter(({ offPx }) => offPx > 0.5);
      uneven.push(...off.map(({ names, offPx }) => `${width} px, ${look}: ${names}, ${offPx} px`));
    }
  }
  expect(uneven).toEqual([]);
});

/** Fields side by side in one grid, and how far apart their controls are vertically. */
function besides() {
  const fields = [...document.querySelectorAll(".field")].flatMap((field) => {
    const control = field.querySelector(":scope > .field-control");
    return control ? [{ field, control }] : [];
  });
  return fields.flatMap((a, at) =>
    fields.slice(at + 1).flatMap((b) => {
      const [boxA, boxB] = [a.field.getBoundingClientRect(), b.field.getBoundingClientRect()];
      const isBeside =
        a.field.parentElement === b.field.parentElement &&
        (boxA.right <= boxB.left || boxB.right <= boxA.left) &&
        boxA.top < boxB.bottom &&
        boxB.top < boxA.bottom;
      if (!isBeside) return [];
      const topOf = (element: Element) => element.getBoundingClientRect().top;
      return [
        {
          names: [a, b].map(({ field }) => field.querySelector("label")?.textContent).join(" / "),
          offPx: Math.abs(topOf(a.control) - topOf(b.control)),
        },
      ];
    }),
  );
}
