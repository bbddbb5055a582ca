import { cutQuad, placeIn, type Quad, widened } from "../picture/cut-quad.ts";
import type { GreyPicture } from "../picture/decode-picture.ts";
import type { BarcodePlace } from "./find-barcode.ts";

const tracedWidthPx = 640;
/** Search this far outside the found place, as shares of its width and height. */
const around = [0.06, 0.18] as const;
const strips = 24;
/** Least contrast of an edge between neighboring pixels, as a share of their brightness. */
const edge = 0.14;
/** Keeps noise in the dark from counting as an edge. */
const darkness = 20;
/** A strip's part with this share of its usual density of edges is inside. */
const insideShare = 0.45;

/** The place as a rectangle in a picture `scale` times the searched one. */
export function rectangleOf(place: BarcodePlace, scale: number, turnedDegrees = 0): Quad {
  const angle = place.angle + (turnedDegrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const corner = (along: number, across: number) => {
    const x = (along * place.widthPx) / 2;
    const y = (across * place.heightPx) / 2;
    return [
      (place.centre[0] + x * cos - y * sin) * scale,
      (place.centre[1] + x * sin + y * cos) * scale,
    ] as const;
  };
  return [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)];
}

/**
 * Follows a barcode's four sides, so that perspective can be undone: lines where the density of edges drops. The median
 * slope ignores strips with glare or a finger. Null if the sides make no sense.
 */
export function traceEdges(picture: GreyPicture, rectangle: Quad): Quad | null {
  const searched = widened(rectangle, ...around);
  const [tl, tr, , bl] = searched;
  const ratio = Math.hypot(bl[0] - tl[0], bl[1] - tl[1]) / Math.hypot(tr[0] - tl[0], tr[1] - tl[1]);
  const height = Math.max(48, Math.round(tracedWidthPx * ratio));
  const edges = edgeMap(cutQuad(picture, searched, tracedWidthPx, height));
  const upright = sidesOf(edges, tracedWidthPx, height, false);
  const sideways = sidesOf(edges, tracedWidthPx, height, true);
  if (!upright || !sideways) return null;
  const [top, bottom] = upright;
  const [left, right] = sideways;
  const corner = (level: Line, side: Line) => {
    const [x, y] = crossing(level, side);
    return placeIn(searched, x / tracedWidthPx, y / height);
  };
  return [corner(top, left), corner(top, right), corner(bottom, right), corner(bottom, left)];
}

/** `at + slope * position`: y by x of the upper and lower side, x by y of the others. */
interface Line {
  at: number;
  slope: number;
}

/** 1 where a pixel and its right neighbor differ clearly. */
function edgeMap({ pixels, widthPx, heightPx }: GreyPicture): Uint8Array {
  const edges = new Uint8Array(widthPx * heightPx);
  for (let at = 0; at + 1 < edges.length; at++) {
    if ((at + 1) % widthPx === 0) continue;
    const [left, right] = [pixels[at] as number, pixels[at + 1] as number];
    if (Math.abs(right - left) > (left + right + darkness) * edge) edges[at] = 1;
  }
  return edges;
}

/** The first and last side, found in every strip. */
function sidesOf(
  edges: Uint8Array,
  width: number,
  height: number,
  isSideways: boolean,
): [Line, Line] | null {
  const [length, depth] = isSideways ? [height, width] : [width, height];
  const stripPx = Math.floor(length / strips);
  // Across the bars the density varies with their widths, so more pixels are averaged.
  const window = isSideways ? 12 : 4;
  const first: [number, number][] = [];
  const last: [number, number][] = [];
  for (let strip = 0; strip < strips; strip++) {
    const density = new Float32Array(depth);
    for (let inStrip = 0; inStrip < stripPx; inStrip++) {
      const position = strip * stripPx + inStrip;
      for (let level = 0; level < depth; level++) {
        const at = isSideways ? position * width + level : level * width + position;
        density[level] = (density[level] as number) + (edges[at] as number);
      }
    }
    const averaged = runningMean(density, window);
    const typical = [...averaged].sort((a, b) => a - b)[Math.floor(depth * 0.6)] ?? 0;
    if (typical < stripPx * 0.05) continue;
    const limit = typical * insideShare;
    const from = averaged.findIndex((value) => value >= limit);
    const to = averaged.findLastIndex((value) => value >= limit);
    const middle = (strip + 0.5) * stripPx;
    first.push([middle, from]);
    last.push([middle, to + 1]);
  }
  const [one, other] = [lineThrough(first), lineThrough(last)];
  return one && other ? [one, other] : null;
}

function runningMean(values: Float32Array, window: number): Float32Array {
  const means = new Float32Array(values.length);
  let sum = 0;
  const half = Math.floor(window / 2);
  for (let at = 0; at < values.length + half; at++) {
    sum += values[at] ?? 0;
    if (at >= window) sum -= values[at - window] ?? 0;
    if (at >= half) means[at - half] = sum / window;
  }
  return means;
}

/** Theil and Sen: the medians of the slopes between all pairs, and of the distances. */
function lineThrough(points: readonly [number, number][]): Line | null {
  if (points.length < strips / 3) return null;
  const slopes = points.flatMap(([x, y], index) =>
    points.slice(index + 1).map(([otherX, otherY]) => (otherY - y) / (otherX - x)),
  );
  const slope = median(slopes);
  return { slope, at: median(points.map(([x, y]) => y - slope * x)) };
}

function median(values: number[]): number {
  values.sort((a, b) => a - b);
  return values[Math.floor(values.length / 2)] ?? 0;
}

function crossing(level: Line, side: Line): [number, number] {
  const y = (level.at + level.slope * side.at) / (1 - level.slope * side.slope);
  return [side.at + side.slope * y, y];
}
