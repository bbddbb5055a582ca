import type { DocumentSide, ImageQuality } from "../document-reader.ts";
import type { Decoded, GreyPicture } from "./decode-picture.ts";
import { reshape } from "./grey-pipeline.ts";

const measuredWidthPx = 800;
const tilePx = 100;
const overexposed = 250;

/** Measures sharpness, brightness and glare. Smooths first, because noise looks like sharpness. */
export async function measureQuality(
  side: DocumentSide,
  decoded: Extract<Decoded, { ok: true }>,
): Promise<ImageQuality> {
  const small = await reshape(decoded.grey, { widthPx: measuredWidthPx, median: 3 });
  return {
    side,
    widthPx: decoded.widthPx,
    heightPx: decoded.heightPx,
    sharpness: Math.round(laplacianVariance(small)),
    brightness: Math.round(mean(small.pixels)),
    glare: Math.round(largestOverexposedShare(small) * 100) / 100,
  };
}

function laplacianVariance({ pixels, widthPx, heightPx }: GreyPicture): number {
  let sum = 0;
  let squares = 0;
  for (let y = 1; y < heightPx - 1; y++) {
    for (let x = 1; x < widthPx - 1; x++) {
      const at = y * widthPx + x;
      const value =
        4 * (pixels[at] as number) -
        (pixels[at - 1] as number) -
        (pixels[at + 1] as number) -
        (pixels[at - widthPx] as number) -
        (pixels[at + widthPx] as number);
      sum += value;
      squares += value * value;
    }
  }
  const count = Math.max(1, (widthPx - 2) * (heightPx - 2));
  return squares / count - (sum / count) ** 2;
}

function mean(pixels: Uint8Array): number {
  let sum = 0;
  for (const pixel of pixels) sum += pixel;
  return sum / Math.max(1, pixels.length);
}

function largestOverexposedShare({ pixels, widthPx, heightPx }: GreyPicture): number {
  const columns = Math.ceil(widthPx / tilePx);
  const overexposedPixels = new Array<number>(columns * Math.ceil(heightPx / tilePx)).fill(0);
  for (let y = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++) {
      if ((pixels[y * widthPx + x] as number) < overexposed) continue;
      const tile = Math.floor(y / tilePx) * columns + Math.floor(x / tilePx);
      overexposedPixels[tile] = (overexposedPixels[tile] as number) + 1;
    }
  }
  return Math.max(0, ...overexposedPixels) / (tilePx * tilePx);
}
