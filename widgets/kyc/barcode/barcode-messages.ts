import type { Pixels } from "../picture/measure-picture.ts";

/** `thorough`: also tries small rotations, which takes up to a second. */
export interface BarcodeQuestion {
  readonly id: number;
  readonly pixels: Pixels;
  readonly thorough: boolean;
}

/** `failed`: the worker could not look, so the result is unknown. */
export interface BarcodeAnswer {
  readonly id: number;
  readonly found: "license" | "other" | "none" | "failed";
}
