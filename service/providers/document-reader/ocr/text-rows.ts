import type { Point } from "../picture/cut-quad.ts";
import type { TextBox } from "./ocr-engine.ts";

/** A row's pieces differ in level by less than this share. */
const sameLevel = 0.5;
/** Boxes of a row differ in height by less than this factor. */
const sameHeight = 1.6;

/** Joins boxes of one row, in the direction of the longest. Others stay as they are. */
export function joinRows(boxes: readonly TextBox[]): TextBox[] {
  const longestFirst = [...boxes].sort((a, b) => b.width - a.width);
  const joined: TextBox[] = [];
  const used = new Set<TextBox>();
  for (const box of longestFirst) {
    if (used.has(box)) continue;
    const row = [
      box,
      ...longestFirst.filter((other) => other !== box && !used.has(other) && isInRow(box, other)),
    ];
    for (const textBox of row) used.add(textBox);
    joined.push(row.length === 1 ? box : around(box, row));
  }
  return joined;
}

/** The next box to the right in the same row. */
export function nextInRow(box: TextBox, boxes: readonly TextBox[]): TextBox | undefined {
  const from = place(box, centreOf(box)).along;
  return boxes
    .filter((other) => other !== box && isInRow(box, other))
    .map((other) => ({ other, along: place(box, centreOf(other)).along }))
    .filter(({ along }) => along > from)
    .sort((a, b) => a.along - b.along)[0]?.other;
}

/** How far down a box is, in the direction of `of`. */
export function levelOf(box: TextBox, of: TextBox = box): number {
  return place(of, centreOf(box)).across;
}

function isInRow(box: TextBox, other: TextBox): boolean {
  const gap = Math.abs(levelOf(other, box) - levelOf(box));
  const ratio = box.height / other.height;
  return (
    gap < Math.min(box.height, other.height) * sameLevel &&
    ratio < sameHeight &&
    ratio > 1 / sameHeight
  );
}

function around(box: TextBox, row: readonly TextBox[]): TextBox {
  const places = row.flatMap(({ quad }) => quad.map((corner) => place(box, corner)));
  const left = Math.min(...places.map(({ along }) => along));
  const right = Math.max(...places.map(({ along }) => along));
  const top = Math.min(...places.map(({ across }) => across));
  const bottom = Math.max(...places.map(({ across }) => across));
  const { cos, sin } = directionOf(box);
  const corner = (along: number, across: number): Point => [
    along * cos - across * sin,
    along * sin + across * cos,
  ];
  return {
    quad: [corner(left, top), corner(right, top), corner(right, bottom), corner(left, bottom)],
    width: right - left,
    height: bottom - top,
  };
}

function place(box: TextBox, [x, y]: Point) {
  const { cos, sin } = directionOf(box);
  return { along: x * cos + y * sin, across: y * cos - x * sin };
}

function directionOf({ quad: [[x, y], [right, down]] }: TextBox) {
  const length = Math.hypot(right - x, down - y) || 1;
  return { cos: (right - x) / length, sin: (down - y) / length };
}

function centreOf({ quad }: TextBox): Point {
  const sum = (axis: 0 | 1) => quad.reduce((total, corner) => total + corner[axis], 0) / 4;
  return [sum(0), sum(1)];
}
