import sharp from "sharp";

/** Allowed difference of a color channel: text is not always smoothed the same way. */
const tolerance = 12;

/**
 * Compares two pictures pixel by pixel. Everything that only one of them has counts as different.
 *
 * @param {Buffer} before PNG
 * @param {Buffer} after PNG
 * @returns {Promise<{ percent: number, difference: Buffer | null }>} the share of pixels that differ, and a pale PNG of
 *   the second picture with them in red; null if none differ
 */
export async function comparePictures(before, after) {
  const [one, other] = await Promise.all([pixelsOf(before), pixelsOf(after)]);
  const width = Math.max(one.width, other.width);
  const height = Math.max(one.height, other.height);
  const shown = Buffer.alloc(width * height * 3, 255);
  let differing = 0;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [a, b] = [offsetIn(one, x, y), offsetIn(other, x, y)];
      const at = (y * width + x) * 3;
      const isSame =
        a !== null &&
        b !== null &&
        [0, 1, 2].every((c) => Math.abs(one.data[a + c] - other.data[b + c]) <= tolerance);
      if (!isSame) differing += 1;
      for (let c = 0; c < 3; c++) {
        shown[at + c] = isSame ? 255 - (255 - other.data[b + c]) / 4 : c === 0 ? 220 : 30;
      }
    }
  }
  if (differing === 0) return { percent: 0, difference: null };
  const percent = Math.max(0.01, Math.round((differing / (width * height)) * 10_000) / 100);
  const raw = { width, height, channels: 3 };
  return { percent, difference: await sharp(shown, { raw }).png().toBuffer() };
}

async function pixelsOf(png) {
  const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

function offsetIn({ width, height }, x, y) {
  return x < width && y < height ? (y * width + x) * 3 : null;
}
