import type { GreyPicture } from "../picture/decode-picture.ts";

const maxDegrees = 14;
const stepDegrees = 0.5;
const edge = 60;

/**
 * Estimates by how many degrees a picture of about 500 px is turned, from -14 to 14 (clockwise is positive). Seen
 * along their direction, the edges of bars and rows fall on few lines. So the angle with the most uneven
 * projections wins.
 */
export function estimateSkew(picture: GreyPicture): number {
  const { across, down } = edgePoints(picture);
  let best = { degrees: 0, score: 0 };
  for (let degrees = -maxDegrees; degrees <= maxDegrees; degrees += stepDegrees) {
    const radians = (degrees * Math.PI) / 180;
    const cos = Math.cos(radians);
    const sin = Math.sin(radians);
    const score =
      unevenness(across, (x, y) => x * cos + y * sin) +
      unevenness(down, (x, y) => y * cos - x * sin);
    if (score > best.score) best = { degrees, score };
  }
  return best.degrees;
}

/** Coordinates (x and y alternating) of strong edges from left to right and from top to bottom. */
function edgePoints({ pixels, widthPx, heightPx }: GreyPicture) {
  const across: number[] = [];
  const down: number[] = [];
  for (let y = 1; y < heightPx; y++) {
    for (let x = 1; x < widthPx; x++) {
      const at = y * widthPx + x;
      const here = pixels[at] as number;
      if (Math.abs(here - (pixels[at - 1] as number)) > edge) across.push(x, y);
      if (Math.abs(here - (pixels[at - widthPx] as number)) > edge) down.push(x, y);
    }
  }
  return { across, down };
}

function unevenness(points: number[], project: (x: number, y: number) => number): number {
  if (points.length === 0) return 0;
  const counts = new Int32Array(2048);
  for (let index = 0; index < points.length; index += 2) {
    const line = Math.round(project(points[index] as number, points[index + 1] as number)) + 512;
    if (line >= 0 && line < counts.length) counts[line] = (counts[line] as number) + 1;
  }
  let squares = 0;
  for (const count of counts) squares += count * count;
  const total = points.length / 2;
  return squares / (total * total);
}
