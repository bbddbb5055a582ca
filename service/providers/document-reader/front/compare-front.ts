import type { DocumentProblem, DocumentReading, FrontField } from "../document-reader.ts";
import type { OcrEngine, OcrLine } from "../ocr/ocr-engine.ts";
import type { GreyPicture } from "../picture/decode-picture.ts";
import { reshape } from "../picture/grey-pipeline.ts";
import { problem } from "../problem-texts.ts";
import { findOnFront, requiredOnFront } from "./find-on-front.ts";

const defaultWidthPx = 1500;
/** A front has about two hundred characters; another picture has hardly any. */
const minCharacters = 30;

/** Whether the front matches the barcode; null with a problem when that cannot be decided. */
interface ComparedFront {
  front: DocumentReading["front"];
  problems: DocumentProblem[];
}

/**
 * Searches the text on the front for the barcode's values: first as it is, then turned or larger, then
 * smoothed, until all are found. If values are missing, a blurred or dark picture, or one with hardly any
 * text, must be taken again; a good one is another document's front.
 *
 * @param isPoor whether the picture's measures warn of blur, darkness or glare
 */
export async function compareFront(
  picture: GreyPicture,
  fields: DocumentReading["fields"],
  engine: OcrEngine | null,
  isPoor: boolean,
): Promise<ComparedFront> {
  if (!engine) return { front: null, problems: [problem("ocr_unavailable", "front")] };
  const wanted = requiredOnFront(fields);
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
  if (found.size < wanted.length && (isPoor || characters < minCharacters)) {
    return { front: null, problems: [problem("front_unreadable", "front")] };
  }
  const entries = wanted.map((name) => [name, found.has(name)]);
  return { front: Object.fromEntries(entries), problems: [] };
}

/** The second look is for cards held upside down or too far away. */
const looks: ((picture: GreyPicture, isUpright: boolean) => Promise<GreyPicture>)[] = [
  (picture) => scaled(picture, defaultWidthPx),
  async (picture, isUpright) =>
    isUpright
      ? scaled(picture, 2000)
      : reshape(await scaled(picture, defaultWidthPx), { rotateDegrees: 180 }),
  async (picture) => reshape(await scaled(picture, 1200), { median: 3 }),
];

async function scaled(picture: GreyPicture, widthPx: number): Promise<GreyPicture> {
  return picture.widthPx === widthPx ? picture : reshape(picture, { widthPx });
}

/** Joins neighbours in a row: a number with gaps can be read in pieces. */
function neighbours(lines: readonly OcrLine[]): string[] {
  const sorted = [...lines].sort((a, b) => a.left - b.left);
  return sorted.flatMap((line, index) => {
    const next = sorted
      .slice(index + 1)
      .find((other) => Math.abs(other.top - line.top) < line.height / 2);
    return next ? [`${line.text}${next.text}`] : [];
  });
}
