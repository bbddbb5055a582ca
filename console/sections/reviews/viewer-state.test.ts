import fc from "fast-check";
import { expect, it } from "vitest";
import {
  fitted,
  fittingScale,
  largestScale,
  moved,
  type Sizes,
  turned,
  type ViewerState,
  zoomed,
} from "./viewer-state.ts";

const sizes: Sizes = {
  window: { width: 400, height: 300 },
  picture: { width: 1600, height: 1000 },
};

it("shows the whole picture at first, even rotated", () => {
  expect(fittingScale(fitted, sizes)).toBe(0.25);
  expect(fittingScale(turned(fitted, 1), sizes)).toBe(300 / 1600);
});

it("keeps the point under the pointer while zooming in", () => {
  const at = { x: 100, y: 20 };
  const near = zoomed(fitted, 4, sizes, at);
  // At four times the scale the point is 400 px instead of 100 px from the picture's middle, still under the pointer.
  expect(at.x - near.x).toBe(400);
  expect(at.y - near.y).toBe(80);
});

it("is back at the start after four rotations, and each rotation shows the whole picture", () => {
  const near = zoomed(fitted, 3, sizes);
  const back = turned(turned(turned(turned(near, 1), 1), 1), 1);
  expect(back).toEqual(fitted);
  expect(turned(fitted, -1).turns).toBe(3);
});

it("always keeps the picture in view", () => {
  const step = fc.oneof(
    fc.record({
      kind: fc.constant("zoom" as const),
      a: fc.double({ min: 0.05, max: 20, noNaN: true }),
      b: fc.integer({ min: -200, max: 200 }),
    }),
    fc.record({
      kind: fc.constant("pan" as const),
      a: fc.integer({ min: -5000, max: 5000 }),
      b: fc.integer({ min: -5000, max: 5000 }),
    }),
    fc.record({ kind: fc.constant("turn" as const), a: fc.constantFrom(1, -1), b: fc.constant(0) }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const end = steps.reduce<ViewerState>((state, { kind, a, b }) => {
        if (kind === "zoom") return zoomed(state, a, sizes, { x: b, y: b / 2 });
        if (kind === "pan") return moved(state, a, b, sizes);
        return turned(state, a === 1 ? 1 : -1);
      }, fitted);
      const scale = fittingScale(end, sizes) * end.scale;
      const [width, height] = end.turns % 2 === 0 ? [1600, 1000] : [1000, 1600];
      expect(end.scale).toBeGreaterThanOrEqual(1);
      expect(end.scale).toBeLessThanOrEqual(largestScale);
      // The viewer never shows more empty space than the picture's shape requires.
      expect(Math.abs(end.x)).toBeLessThanOrEqual(Math.max(0, (width * scale - 400) / 2) + 1e-6);
      expect(Math.abs(end.y)).toBeLessThanOrEqual(Math.max(0, (height * scale - 300) / 2) + 1e-6);
    }),
  );
});
