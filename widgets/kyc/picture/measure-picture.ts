import type { PictureWarning } from "./picture.ts";

/** Pixels of a canvas: red, green, blue, alpha. */
export interface Pixels {
  readonly data: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
}

/** Brightness from 0 (black) to 255 (white); sharpness as the variance of the Laplacian; glare as a share. */
export interface PictureMeasures {
  readonly brightness: number;
  readonly sharpness: number;
  /** The largest share of overexposed pixels in one tile. */
  readonly glare: number;
}

const overexposed = 250;
const tilePx = 100;

/** Measures pictures of about 800 px. The limits follow those of the service's reader. */
export function measurePicture({ data, width, height }: Pixels): PictureMeasures {
  const grey = new Uint8Array(width * height);
  const columns = Math.ceil(width / tilePx);
  const burnt = new Array<number>(columns * Math.ceil(height / tilePx)).fill(0);
  let light = 0;
  for (let at = 0; at < grey.length; at++) {
    const [r, g, b] = [data[at * 4] ?? 0, data[at * 4 + 1] ?? 0, data[at * 4 + 2] ?? 0];
    const value = (r * 77 + g * 150 + b * 29) >> 8;
    grey[at] = value;
    light += value;
    if (value < overexposed) continue;
    const tile =
      Math.floor(Math.floor(at / width) / tilePx) * columns + Math.floor((at % width) / tilePx);
    burnt[tile] = (burnt[tile] ?? 0) + 1;
  }
  return {
    brightness: light / Math.max(1, grey.length),
    sharpness: laplacianVariance(grey, width, height),
    glare: Math.max(0, ...burnt) / (tilePx * tilePx),
  };
}

function laplacianVariance(grey: Uint8Array, width: number, height: number): number {
  let sum = 0;
  let squares = 0;
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const at = y * width + x;
      const value =
        4 * (grey[at] ?? 0) -
        (grey[at - 1] ?? 0) -
        (grey[at + 1] ?? 0) -
        (grey[at - width] ?? 0) -
        (grey[at + width] ?? 0);
      sum += value;
      squares += value * value;
    }
  }
  const count = Math.max(1, (width - 2) * (height - 2));
  return squares / count - (sum / count) ** 2;
}

const minSharpness: Readonly<Record<string, number>> = { front: 150, back: 300, photo_page: 120 };
const minBrightness = 60;
const maxGlare = 0.6;

/** A front is printed; the other sides are white paper. */
export function warningsOf(measures: PictureMeasures, side: string): PictureWarning[] {
  const warnings: PictureWarning[] = [];
  if (measures.brightness < minBrightness) warnings.push("dark");
  if (measures.sharpness < (minSharpness[side] ?? 120)) warnings.push("blurred");
  if (side === "front" && measures.glare > maxGlare) warnings.push("glare");
  return warnings;
}
