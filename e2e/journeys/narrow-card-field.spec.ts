import { expect, test } from "./journey.ts";

/** The widths of a phone, and of the same phone at 200 % zoom. */
const widths = [360, 180] as const;

for (const dir of ["ltr", "rtl"] as const) {
  test(`no icon covers the card number, even at 200 %, in ${dir} text`, async ({ page, stack }) => {
    for (const width of widths) {
      await page.setViewportSize({ width, height: 700 });
      await page.goto(`${stack.shop}/gallery/?show=payment-filling&dir=${dir}`);
      await page.waitForFunction(() => document.querySelector("html[data-drawn]"));
      const { room, box, mark } = await page.locator("[data-field=number]").evaluate(measure);
      const isBeside = mark === null || mark.left >= room.right || mark.right <= room.left;
      expect(isBeside, `${width} px: the mark does not cover the digits`).toBe(true);
      const sidesPx = [room.left - box.left, box.right - room.right];
      // At 180 px the digits use the whole field: 12 px of padding and the border on either side.
      if (width === 180) expect(Math.max(...sidesPx), `${width} px`).toBeLessThanOrEqual(14);
      else expect(mark, `${width} px`).not.toBeNull();
    }
  });
}

/** Returns the space for the digits (inside the padding), the field's box, and the card mark if it is visible. */
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
