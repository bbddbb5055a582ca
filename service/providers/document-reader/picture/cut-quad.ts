import type { GreyPicture } from "./decode-picture.ts";

/** A place in pixels. */
export type Point = readonly [x: number, y: number];
/** Corners clockwise, from the top left of the area to read. */
export type Quad = readonly [Point, Point, Point, Point];

/** More samples per pixel would not make a smaller copy clearer. */
const maxSamples = 3;

/**
 * Copies a part of a picture upright and without perspective, in the given size. Outside the picture is white. A
 * smaller copy averages pixels: skipping them makes thin bars disappear.
 */
export function cutQuad(
  { pixels, widthPx, heightPx }: GreyPicture,
  quad: Quad,
  width: number,
  height: number,
): GreyPicture {
  const [a, b, c, d, e, f, g, h] = projectionTo(quad);
  const across = Math.hypot(quad[1][0] - quad[0][0], quad[1][1] - quad[0][1]) / width;
  const samples = Math.max(1, Math.min(maxSamples, Math.round(across)));
  const out = new Uint8Array(width * height);
  const share = 1 / (samples * samples);
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      let sum = 0;
      for (let sample = 0; sample < samples * samples; sample++) {
        const u = (column + ((sample % samples) + 0.5) / samples) / width;
        const v = (row + (Math.floor(sample / samples) + 0.5) / samples) / height;
        const w = g * u + h * v + 1;
        const x = (a * u + b * v + c) / w - 0.5;
        const y = (d * u + e * v + f) / w - 0.5;
        const left = Math.floor(x);
        const top = Math.floor(y);
        if (left < 0 || top < 0 || left + 1 >= widthPx || top + 1 >= heightPx) {
          sum += 255;
          continue;
        }
        const at = top * widthPx + left;
        const right = x - left;
        const upper = (pixels[at] as number) * (1 - right) + (pixels[at + 1] as number) * right;
        const lower =
          (pixels[at + widthPx] as number) * (1 - right) +
          (pixels[at + widthPx + 1] as number) * right;
        sum += upper + (lower - upper) * (y - top);
      }
      out[row * width + column] = sum * share + 0.5;
    }
  }
  return { pixels: out, widthPx: width, heightPx: height };
}

/**
 * Maps a position in the quad to a point in the picture. 0 is the quad's left (`u`) or top (`v`), 1 its right or
 * bottom.
 */
export function placeIn(quad: Quad, u: number, v: number): Point {
  const [a, b, c, d, e, f, g, h] = projectionTo(quad);
  const w = g * u + h * v + 1;
  return [(a * u + b * v + c) / w, (d * u + e * v + f) / w];
}

/** Enlarges a quad on each side by shares of its width and height. */
export function widened(quad: Quad, across: number, down: number): Quad {
  return [
    placeIn(quad, -across, -down),
    placeIn(quad, 1 + across, -down),
    placeIn(quad, 1 + across, 1 + down),
    placeIn(quad, -across, 1 + down),
  ];
}

/** Coefficients that project the unit square onto the quad (Heckbert 1989, "Projective mappings"). */
function projectionTo(quad: Quad) {
  const [[x0, y0], [x1, y1], [x2, y2], [x3, y3]] = quad;
  const sumX = x0 - x1 + x2 - x3;
  const sumY = y0 - y1 + y2 - y3;
  const [dx1, dx2, dy1, dy2] = [x1 - x2, x3 - x2, y1 - y2, y3 - y2];
  const divisor = dx1 * dy2 - dx2 * dy1 || 1e-9;
  const g = (sumX * dy2 - dx2 * sumY) / divisor;
  const h = (dx1 * sumY - sumX * dy1) / divisor;
  return [
    x1 - x0 + g * x1,
    x3 - x0 + h * x3,
    x0,
    y1 - y0 + g * y1,
    y3 - y0 + h * y3,
    y0,
    g,
    h,
  ] as const;
}
