import type { Pixels } from "../picture/measure-picture.ts";

/** `thorough`: also tries small rotations, which takes up to a second. */
export interface BarcodeRequest {
  readonly id: number;
  readonly pixels: Pixels;
  readonly thorough: boolean;
}

/** `failed`: the worker could not run the decoder, so the result is unknown. */
export interface BarcodeResponse {
  readonly id: number;
  readonly found: "license" | "other" | "none" | "failed";
}
