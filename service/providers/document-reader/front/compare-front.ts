import type { DocumentProblem, DocumentReading, FrontField } from "../document-reader.ts";
import type { OcrEngine, OcrLine } from "../ocr/ocr-engine.ts";
import type { GreyPicture } from "../picture/decode-picture.ts";
import { reshape } from "../picture/grey-pipeline.ts";
import { problem } from "../problem-texts.ts";
import { findOnFront, wantedOnFront } from "./find-on-front.ts";

const usualWidthPx = 1500;
/** A front has some two hundred; a picture of something else has hardly any. */
const leastCharacters = 30;

/** How a front and the barcode go together; `null` with a problem where that can't be told. */
interface ComparedFront {
  front: DocumentReading["front"];
  problems: DocumentProblem[];
}

/**
 * Looks for the barcode's values in the print on the front: first as it is, then turned about or larger,
 * then smoothed, until all were found. What is not found in a picture that is blurred, dark or has
 * hardly any print is a problem of the picture; in a good one it is another document's front.
 *
 * @param isPoor the picture's own measures warn of blur, darkness or glare
 */
export async function compareFront(
  picture: GreyPicture,
  fields: DocumentReading["fields"],
  engine: OcrEngine | null,
  isPoor: boolean,
): Promise<ComparedFront> {
  if (!engine) return { front: null, problems: [problem("ocr_unavailable", "front")] };
  const wanted = wantedOnFront(fields);
  const found = new Set<FrontField>();
  let characters = 0;
  for (const look of looks) {
    const lines = await engine.readLines(await look(picture, found.size > 0));
    const texts = [...lines.map(({ text }) => text), ...neighbours(lines)];
    for (const name of findOnFront(texts, fields)) found.add(name);
    const seen = lines.reduce((sum, { text }) => sum + text.replace(/[^\p{L}\d]/gu, "").length, 0);
    characters = Math.max(characters, seen);
    if (found.size === wanted.length) break;
  }
  if (found.size < wanted.length && (isPoor || characters < leastCharacters)) {
    return { front: null, problems: [problem("front_unreadable", "front")] };
  }
  const entries = wanted.map((name) => [name, found.has(name)]);
  return { front: Object.fromEntries(entries), problems: [] };
}

/** The second look is for whoever held the card upside down, or too far away. */
const looks: ((picture: GreyPicture, isUpright: boolean) => Promise<GreyPicture>)[] = [
  (picture) => scaled(picture, usualWidthPx),
  async (picture, isUpright) =>
    isUpright
      ? scaled(picture, 2000)
      : reshape(await scaled(picture, usualWidthPx), { rotateDegrees: 180 }),
  async (picture) => reshape(await scaled(picture, 1200), { median: 3 }),
];

async function scaled(picture: GreyPicture, widthPx: number): Promise<GreyPicture> {
  return picture.widthPx === widthPx ? picture : reshape(picture, { widthPx });
}

/** Pieces of one row put together: a number with gaps may be read in pieces. */
function neighbours(lines: readonly OcrLine[]): string[] {
  const sorted = [...lines].sort((a, b) => a.left - b.left);
  return sorted.flatMap((line, index) => {
    const next = sorted
      .slice(index + 1)
      .find((other) => Math.abs(other.top - line.top) < line.height / 2);
    return next ? [`${line.text}${next.text}`] : [];
  });
}
