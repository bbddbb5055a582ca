import type { GreyPicture } from "../picture/decode-picture.ts";

/** A line of text and its position in pixels of the picture. */
export interface OcrLine {
  text: string;
  left: number;
  top: number;
  height: number;
}

/** Reads printed text. Can throw when it breaks. */
export interface OcrEngine {
  /** Returns the lines of a picture, in no particular order. */
  readLines(picture: GreyPicture): Promise<OcrLine[]>;
}
