import type { Quad } from "../picture/cut-quad.ts";
import type { GreyPicture } from "../picture/decode-picture.ts";

/** A line of text that was found but not read: its corners, and its size along its direction, in pixels. */
export interface TextBox {
  quad: Quad;
  width: number;
  height: number;
}

export interface ReadLine {
  text: string;
  /** Mean probability of the characters, from 0 to 1. */
  confidence: number;
}

/**
 * Finds and reads printed text. Can throw if it breaks. Finding the lines costs about ten times as much as reading one;
 * a front has about thirty.
 */
export interface OcrEngine {
  /**
   * Finds a picture's lines, in no particular order.
   *
   * @param searchPx long side of the searched copy
   */
  findLines(picture: GreyPicture, searchPx: number): Promise<TextBox[]>;
  /** Set `upsideDown` if the picture is. */
  readLine(picture: GreyPicture, box: TextBox, upsideDown?: boolean): Promise<ReadLine>;
  /** Reads a line of a machine-readable zone: capitals, digits and `<` at equal distances. */
  readMachineLine(picture: GreyPicture, box: TextBox, upsideDown?: boolean): Promise<ReadLine>;
}
