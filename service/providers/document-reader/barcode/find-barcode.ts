import type { Point } from "../picture/cut-quad.ts";
import type { GreyPicture } from "../picture/decode-picture.ts";

/** A possible barcode: center, size and direction in pixels of the searched picture. */
export interface BarcodePlace {
  centre: Point;
  /** The width across the bars. */
  widthPx: number;
  heightPx: number;
  /** The angle in radians, clockwise, from -π/2 to π/2. */
  angle: number;
}

const cellPx = 8;
/** A cell of a barcode has at least this share of the strongest cells' contrast. */
const minShareOfStrongest = 0.25;
/** Bars run in one direction, which dominates the contrast. */
const minCoherence = 0.12;
const minCells = 24;
/** Keeps noise in the dark from counting as contrast. */
const darkness = 60;

interface Cells {
  columns: number;
  rows: number;
  /** Sums of products of the contrasts across and down. */
  xx: Float32Array;
  xy: Float32Array;
  yy: Float32Array;
}

/**
 * Finds dense parallel edges in any direction, in a picture of about 800 px. Returns at most three places, the largest
 * first. Costs a few milliseconds; the decoder needs a hundred for a large picture without a barcode.
 */
export function findBarcodes(picture: GreyPicture): BarcodePlace[] {
  const cells = smoothed(measureCells(picture));
  const strength = cells.xx.map((value, index) => value + (cells.yy[index] as number));
  const sorted = Float32Array.from(strength).sort();
  const strongest = sorted[Math.floor(sorted.length * 0.97)] ?? 0;
  const isBars = (index: number) => {
    const total = strength[index] as number;
    if (total === 0 || total < strongest * minShareOfStrongest) return false;
    const [xx, xy, yy] = [cells.xx[index], cells.xy[index], cells.yy[index]] as [
      number,
      number,
      number,
    ];
    return Math.hypot(xx - yy, 2 * xy) > total * minCoherence;
  };
  return groups(cells, isBars)
    .map((members) => placeOf(members, cells.columns))
    .sort((a, b) => b.widthPx * b.heightPx - a.widthPx * a.heightPx)
    .slice(0, 3);
}

function measureCells({ pixels, widthPx, heightPx }: GreyPicture): Cells {
  const columns = Math.floor(widthPx / cellPx);
  const rows = Math.floor(heightPx / cellPx);
  const cells = emptyCells(columns, rows);
  const endX = Math.min(columns * cellPx, widthPx - 1);
  const endY = Math.min(rows * cellPx, heightPx - 1);
  for (let y = 1; y < endY; y++) {
    for (let x = 1; x < endX; x++) {
      const at = y * widthPx + x;
      const [left, right] = [pixels[at - 1] as number, pixels[at + 1] as number];
      const [above, below] = [pixels[at - widthPx] as number, pixels[at + widthPx] as number];
      // A shadow reduces contrast and brightness alike, so the contrast is divided by the brightness.
      const light = left + right + above + below + darkness;
      const dx = (right - left) / light;
      const dy = (below - above) / light;
      const cell = Math.floor(y / cellPx) * columns + Math.floor(x / cellPx);
      cells.xx[cell] = (cells.xx[cell] as number) + dx * dx;
      cells.xy[cell] = (cells.xy[cell] as number) + dx * dy;
      cells.yy[cell] = (cells.yy[cell] as number) + dy * dy;
    }
  }
  return cells;
}

/** Averages each cell with its neighbors, which closes gaps in a barcode and thins out text. */
function smoothed({ columns, rows, ...sums }: Cells): Cells {
  const out = emptyCells(columns, rows);
  for (const name of ["xx", "xy", "yy"] as const) {
    for (let row = 0; row < rows; row++) {
      for (let column = 0; column < columns; column++) {
        let sum = 0;
        for (let y = Math.max(0, row - 1); y <= Math.min(rows - 1, row + 1); y++) {
          for (let x = Math.max(0, column - 1); x <= Math.min(columns - 1, column + 1); x++) {
            sum += sums[name][y * columns + x] as number;
          }
        }
        out[name][row * columns + column] = sum;
      }
    }
  }
  return out;
}

function emptyCells(columns: number, rows: number): Cells {
  const size = columns * rows;
  return {
    columns,
    rows,
    xx: new Float32Array(size),
    xy: new Float32Array(size),
    yy: new Float32Array(size),
  };
}

function groups({ columns, rows }: Cells, isMember: (cell: number) => boolean): number[][] {
  const seen = new Uint8Array(columns * rows);
  const found: number[][] = [];
  for (let start = 0; start < seen.length; start++) {
    if (seen[start] || !isMember(start)) continue;
    const members: number[] = [];
    const waiting = [start];
    seen[start] = 1;
    for (let cell = waiting.pop(); cell !== undefined; cell = waiting.pop()) {
      members.push(cell);
      const column = cell % columns;
      const neighbours = [
        column > 0 ? cell - 1 : -1,
        column < columns - 1 ? cell + 1 : -1,
        cell - columns,
        cell + columns,
      ];
      for (const next of neighbours) {
        if (next < 0 || next >= seen.length || seen[next] || !isMember(next)) continue;
        seen[next] = 1;
        waiting.push(next);
      }
    }
    if (members.length >= minCells) found.push(members);
  }
  return found;
}

function placeOf(members: readonly number[], columns: number): BarcodePlace {
  const places = members.map(
    (cell): Point => [
      ((cell % columns) + 0.5) * cellPx,
      (Math.floor(cell / columns) + 0.5) * cellPx,
    ],
  );
  const angle = mainAxis(places);
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const [left, right] = extent(places.map(([x, y]) => x * cos + y * sin));
  const [top, bottom] = extent(places.map(([x, y]) => y * cos - x * sin));
  const middle = (left + right) / 2;
  const level = (top + bottom) / 2;
  return {
    centre: [middle * cos - level * sin, middle * sin + level * cos],
    widthPx: right - left,
    heightPx: bottom - top,
    angle,
  };
}

/** The direction of the long side. The contrasts' own direction is off by degrees if bars are about a pixel wide. */
function mainAxis(places: readonly Point[]): number {
  const count = places.length;
  const meanX = places.reduce((sum, [x]) => sum + x, 0) / count;
  const meanY = places.reduce((sum, [, y]) => sum + y, 0) / count;
  let [xx, xy, yy] = [0, 0, 0];
  for (const [x, y] of places) {
    xx += (x - meanX) ** 2;
    xy += (x - meanX) * (y - meanY);
    yy += (y - meanY) ** 2;
  }
  return Math.atan2(2 * xy, xx - yy) / 2;
}

/** The range without the outermost hundredth on each side, plus half a cell. */
function extent(values: number[]): [from: number, to: number] {
  values.sort((a, b) => a - b);
  const cut = Math.floor(values.length / 100);
  const from = values[cut] ?? 0;
  const to = values[values.length - 1 - cut] ?? 0;
  return [from - cellPx / 2, to + cellPx / 2];
}
