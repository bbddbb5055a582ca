import { languages } from "#contract/languages";
import { expect, test } from "./journey.ts";

const looks = [...languages.map((language) => `lang=${language}`), "pseudo=long"];
const forms = ["personal-address", "personal-address-other-state", "w9-form"];

for (const width of [360, 768]) {
  test(`fields beside each other are aligned at ${width} px, in every language`, async ({
    page,
    stack,
  }) => {
    test.setTimeout(240_000);
    await page.setViewportSize({ width, height: 900 });
    let pairs = 0;
    const uneven: string[] = [];
    for (const look of looks)
      for (const form of forms) {
        await page.goto(`${stack.shop}/gallery/?show=${form}&${look}`);
        await page.waitForFunction(() => document.querySelector("html[data-drawn] .field"));
        const found = await page.evaluate(besides);
        pairs += found.length;
        uneven.push(
          ...found
            .filter(({ offPx }) => offPx > 0.5)
            .map(({ names, offPx }) => `${form}, ${look}: ${names}, ${offPx} px`),
        );
      }
    expect(pairs).toBeGreaterThanOrEqual(looks.length * 2);
    expect(uneven).toEqual([]);
  });
}

/** The fields whose boxes are beside each other in one grid, and how far their controls are apart vertically. */
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
