import type { Quad } from "../picture/cut-quad.ts";
import type { GreyPicture } from "../picture/decode-picture.ts";

/** A line of text that was found and not yet read: its corners, and its size along its direction, in pixels. */
export interface TextBox {
  quad: Quad;
  width: number;
  height: number;
}

/** The text of a line. */
export interface ReadLine {
  text: string;
  /** Mean probability of its characters, from 0 to 1. */
  confidence: number;
}

/**
 * Finds and reads printed text. Can throw when it breaks. Finding the lines costs about ten times as much as reading
 * one, and a front has about thirty.
 */
export interface OcrEngine {
  /**
   * Finds the lines of a picture, in no particular order.
   *
   * @param searchPx long side of the copy in which lines are searched
   */
  findLines(picture: GreyPicture, searchPx: number): Promise<TextBox[]>;
  /** Reads a line; `upsideDown` when the picture is. */
  readLine(picture: GreyPicture, box: TextBox, upsideDown?: boolean): Promise<ReadLine>;
  /** Reads a line as one of a machine-readable zone: capitals, digits and `<` at equal distances. */
  readMachineLine(picture: GreyPicture, box: TextBox, upsideDown?: boolean): Promise<ReadLine>;
}
