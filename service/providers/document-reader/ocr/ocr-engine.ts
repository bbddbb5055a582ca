import type { GreyPicture } from "../picture/decode-picture.ts";

/** One line of text and where it stands; `top` and `height` in pixels of the picture. */
export interface OcrLine {
  text: string;
  left: number;
  top: number;
  height: number;
}

/** Something that reads printed text. May throw when it breaks. */
export interface OcrEngine {
  /** The lines of a picture, in no order. */
  readLines(picture: GreyPicture): Promise<OcrLine[]>;
}
