import type { Pixels } from "../picture/measure-picture.ts";

/** Asked of the worker. `thorough`: also turned by small angles, which takes up to a second. */
export interface BarcodeQuestion {
  readonly id: number;
  readonly pixels: Pixels;
  readonly thorough: boolean;
}

/** The worker's answer; `failed`: it could not look, so nothing is known. */
export interface BarcodeAnswer {
  readonly id: number;
  readonly found: "license" | "other" | "none" | "failed";
}
