import { expect, test } from "./journey.ts";

/** A phone, and the same one with everything at 200 %. */
const widths = [360, 180] as const;

for (const dir of ["ltr", "rtl"] as const) {
  test(`no icon covers the card number, at 200 % either, where texts run ${dir}`, async ({
    page,
    stack,
  }) => {
    for (const width of widths) {
      await page.setViewportSize({ width, height: 700 });
      await page.goto(`${stack.shop}/gallery/?show=payment-filling&dir=${dir}`);
      await page.waitForFunction(() => document.querySelector("html[data-drawn]"));
      const { room, box, mark } = await page.locator("[data-field=number]").evaluate(measure);
      const isBeside = mark === null || mark.left >= room.right || mark.right <= room.left;
      expect(isBeside, `${width} px: the mark is beside the digits' room`).toBe(true);
      const sidesPx = [room.left - box.left, box.right - room.right];
      // At 180 px the digits have all the room: 12 px and the border on either side.
      if (width === 180) expect(Math.max(...sidesPx), `${width} px`).toBeLessThanOrEqual(14);
      else expect(mark, `${width} px`).not.toBeNull();
    }
  });
}

/** Where digits can be, between the paddings; the field around it; the mark, where one is shown. */
function measure(input: Element) {
  const { left, right } = input.getBoundingClientRect();
  const style = getComputedStyle(input);
  const px = (name: string) => Number.parseFloat(style.getPropertyValue(name));
  const mark = input.parentElement?.querySelector("[data-brand-mark]");
  const shown = mark?.checkVisibility() ? mark.getBoundingClientRect() : null;
  return {
    box: { left, right },
    room: {
      left: left + px("border-left-width") + px("padding-left"),
      right: right - px("border-right-width") - px("padding-right"),
    },
    mark: shown && { left: shown.left, right: shown.right },
  };
}
