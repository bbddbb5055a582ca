import type { TextBox } from "./ocr-engine.ts";

/** The probability of text, per pixel. */
export interface TextMap {
  data: Float32Array;
  width: number;
  height: number;
}

const threshold = 0.3;
const minMeanProbability = 0.5;
const minPixels = 24;
/** The model marks a line's core. As in PP-OCR, each side grows by this factor times area / perimeter. */
const enlargement = 1.6;
/** A line at least this many times as long as high gets its direction from its own pixels. */
const elongated = 3;
/** Limits the work for a picture full of texture. */
const maxBoxes = 300;

interface Blob {
  xs: number[];
  ys: number[];
  /** Radians; null if the blob is too short to have a direction. */
  angle: number | null;
  length: number;
}

/** Finds the lines in the model's map. Short lines get the direction of most long ones. */
export function findBoxes(map: TextMap): TextBox[] {
  const blobs = findBlobs(map);
  const common = commonAngle(blobs);
  return blobs.map((blob) => boxOf(blob, blob.angle ?? common));
}

function findBlobs({ data, width, height }: TextMap): Blob[] {
  const seen = new Uint8Array(width * height);
  const blobs: Blob[] = [];
  for (let start = 0; start < data.length && blobs.length < maxBoxes; start++) {
    if (seen[start] || (data[start] as number) < threshold) continue;
    const xs: number[] = [];
    const ys: number[] = [];
    let sum = 0;
    const waiting = [start];
    seen[start] = 1;
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      const x = at % width;
      const y = (at - x) / width;
      xs.push(x);
      ys.push(y);
      sum += data[at] as number;
      for (const [next, isInside] of [
        [at - 1, x > 0],
        [at + 1, x < width - 1],
        [at - width, y > 0],
        [at + width, y < height - 1],
      ] as const) {
        if (!isInside || seen[next] || (data[next] as number) < threshold) continue;
        seen[next] = 1;
        waiting.push(next);
      }
    }
    if (xs.length < minPixels || sum / xs.length < minMeanProbability) continue;
    blobs.push({ xs, ys, ...direction(xs, ys) });
  }
  return blobs;
}

function direction(xs: number[], ys: number[]): Pick<Blob, "angle" | "length"> {
  const count = xs.length;
  const [meanX, meanY] = [mean(xs), mean(ys)];
  let [xx, xy, yy] = [0, 0, 0];
  for (let index = 0; index < count; index++) {
    const dx = (xs[index] as number) - meanX;
    const dy = (ys[index] as number) - meanY;
    xx += dx * dx;
    xy += dx * dy;
    yy += dy * dy;
  }
  const spread = Math.hypot(xx - yy, 2 * xy);
  const [long, short] = [(xx + yy + spread) / 2, (xx + yy - spread) / 2];
  const isLong = long > short * elongated * elongated;
  return {
    angle: isLong ? Math.atan2(2 * xy, xx - yy) / 2 : null,
    length: Math.sqrt(long / count),
  };
}

function commonAngle(blobs: readonly Blob[]): number {
  const known = blobs
    .flatMap(({ angle, length }) => (angle === null ? [] : [{ angle, length }]))
    .sort((a, b) => a.angle - b.angle);
  const half = known.reduce((sum, { length }) => sum + length, 0) / 2;
  let sum = 0;
  for (const { angle, length } of known) {
    sum += length;
    if (sum >= half) return angle;
  }
  return 0;
}

function boxOf({ xs, ys }: Blob, angle: number): TextBox {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  for (let index = 0; index < xs.length; index++) {
    const x = (xs[index] as number) + 0.5;
    const y = (ys[index] as number) + 0.5;
    const along = x * cos + y * sin;
    const across = y * cos - x * sin;
    left = Math.min(left, along);
    right = Math.max(right, along);
    top = Math.min(top, across);
    bottom = Math.max(bottom, across);
  }
  const [width, height] = [right - left + 1, bottom - top + 1];
  const more = (width * height * enlargement) / (2 * (width + height));
  const corner = (along: number, across: number) =>
    [along * cos - across * sin, along * sin + across * cos] as const;
  return {
    quad: [
      corner(left - more, top - more),
      corner(right + more, top - more),
      corner(right + more, bottom + more),
      corner(left - more, bottom + more),
    ],
    width: width + 2 * more,
    height: height + 2 * more,
  };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
