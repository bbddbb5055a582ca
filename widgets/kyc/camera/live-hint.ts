import type { PictureMeasures } from "../picture/measure-picture.ts";

export type LiveHint = "fit" | "dark" | "glare" | "still" | "ready";

/**
 * `measures` are of the frame's middle at about 400 px. `movement` is the mean difference from the previous frame, 0 to
 * 255.
 */
export function liveHint(measures: PictureMeasures, movement: number, side: string): LiveHint {
  if (measures.brightness < 50) return "dark";
  if (side === "front" && measures.glare > 0.6) return "glare";
  if (measures.sharpness < 60) return "fit";
  return movement > 14 ? "still" : "ready";
}

/** Mean difference between two small frames of the same size; 255 without an earlier one. */
export function movementOf(before: Uint8ClampedArray | null, now: Uint8ClampedArray): number {
  if (before === null || before.length !== now.length) return 255;
  let sum = 0;
  // The green channel is enough.
  for (let at = 1; at < now.length; at += 4) sum += Math.abs((now[at] ?? 0) - (before[at] ?? 0));
  return sum / (now.length / 4);
}
