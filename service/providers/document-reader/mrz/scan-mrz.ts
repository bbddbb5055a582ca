import type { OcrEngine } from "../ocr/ocr-engine.ts";
import type { GreyPicture } from "../picture/decode-picture.ts";
import { cutRows, reshape } from "../picture/grey-pipeline.ts";
import { findMrzLines } from "./find-mrz-lines.ts";
import { type ReadPassport, readPassport } from "./read-passport.ts";

const scannedWidthPx = 1500;

/**
 * Searches for the machine-readable zone: at the foot of the page, then in the whole picture, then in the picture
 * turned upside down. Stops at the first zone whose check digits match. Otherwise returns the first one found,
 * or null.
 */
export async function scanMrz(
  picture: GreyPicture,
  engine: OcrEngine,
  nowMs: number,
): Promise<ReadPassport | null> {
  const scaled =
    picture.widthPx > scannedWidthPx
      ? await reshape(picture, { widthPx: scannedWidthPx })
      : picture;
  const looks: (() => Promise<GreyPicture> | GreyPicture)[] = [
    () => cutRows(scaled, 0.65, 1),
    () => scaled,
    () => reshape(scaled, { rotateDegrees: 180 }),
  ];
  let uncertain: ReadPassport | null = null;
  for (const [index, look] of looks.entries()) {
    // Lines that were found upright are not upside down.
    if (index === 2 && uncertain) break;
    const lines = findMrzLines(await engine.readLines(await look()));
    const passport = lines && readPassport(lines, nowMs);
    if (passport?.checkDigitsValid) return passport;
    uncertain ??= passport;
  }
  return uncertain;
}
