import sharp from "sharp";
import { expect, test } from "vitest";
import { comparePictures } from "./compare-pictures.mjs";

const picture = (width, height, spots = []) =>
  sharp({ create: { width, height, channels: 3, background: "#ffffff" } })
    .composite(
      spots.map(({ left, top, color }) => ({
        input: { create: { width: 1, height: 1, channels: 3, background: color } },
        left,
        top,
      })),
    )
    .png()
    .toBuffer();

test("the same picture has no difference, even with a slightly smoother edge", async () => {
  const before = await picture(10, 10, [{ left: 1, top: 1, color: "#808080" }]);
  const after = await picture(10, 10, [{ left: 1, top: 1, color: "#888888" }]);
  expect(await comparePictures(before, after)).toEqual({ percent: 0, difference: null });
});

test("a changed pixel is counted and shown in red", async () => {
  const after = await picture(10, 10, [{ left: 3, top: 2, color: "#000000" }]);
  const { percent, difference } = await comparePictures(await picture(10, 10), after);
  expect(percent).toBe(1);
  const { data } = await sharp(difference).raw().toBuffer({ resolveWithObject: true });
  expect([...data.subarray(23 * 3, 23 * 3 + 3)]).toEqual([220, 30, 30]);
});

test("a part that only one picture has counts as different", async () => {
  const { percent } = await comparePictures(await picture(10, 10), await picture(10, 20));
  expect(percent).toBe(50);
});
