import type { OcrEngine } from "../ocr/ocr-engine.ts";
import type { GreyPicture } from "../picture/decode-picture.ts";
import { cutRows, reshape } from "../picture/grey-pipeline.ts";
import { findMrzLines } from "./find-mrz-lines.ts";
import { type ReadPassport, readPassport } from "./read-passport.ts";

const scannedWidthPx = 1500;

/**
 * Looks for the machine-readable zone where it stands on a page taken straight, then on the whole
 * picture, then on the picture turned about. Stops at the first whose check digits fit; otherwise
 * answers the best that was seen, null for none.
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
    // Lines that were found the right way up are not upside down.
    if (index === 2 && uncertain) break;
    const lines = findMrzLines(await engine.readLines(await look()));
    const passport = lines && readPassport(lines, nowMs);
    if (passport?.checkDigitsValid) return passport;
    uncertain ??= passport;
  }
  return uncertain;
}
