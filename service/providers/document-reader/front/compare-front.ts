import type { DocumentProblem, DocumentReading, FrontField } from "../document-reader.ts";
import type { OcrEngine, ReadLine, TextBox } from "../ocr/ocr-engine.ts";
import { nextInRow } from "../ocr/text-rows.ts";
import type { GreyPicture } from "../picture/decode-picture.ts";
import { reshape } from "../picture/grey-pipeline.ts";
import { problem } from "../problem-texts.ts";
import { findOnFront, requiredOnFront } from "./find-on-front.ts";

type FrontEngine = Pick<OcrEngine, "findLines" | "readLine">;

/** A front has about two hundred characters. Other pictures have hardly any. */
const minCharacters = 30;
/** Below this, a line is a guess. */
const minConfidence = 0.5;
/** A line with this confidence is upright. */
const uprightConfidence = 0.9;
/** At most this many lines are read to find the orientation. */
const linesToOrient = 4;
/** Width-to-height ratio of a three-letter name. Single letters and stains are below it, and are read last. */
const minLength = 1.6;

/** Whether the front matches the barcode; null with a problem if that is undecided. */
interface ComparedFront {
  front: DocumentReading["front"];
  problems: DocumentProblem[];
}

/**
 * Searches the front's text for the barcode's values until all are found. Starts with the largest lines, because fronts
 * print values larger than labels. Makes up to three passes: as is, enlarged, and smoothed. If values are still
 * missing, a poor picture or one with hardly any text must be taken again. A good picture shows another document's
 * front.
 *
 * @param isPoor whether the picture's measures warn of blur, darkness or glare
 */
export async function compareFront(
  picture: GreyPicture,
  fields: DocumentReading["fields"],
  engine: FrontEngine | null,
  isPoor: boolean,
): Promise<ComparedFront> {
  if (!engine) return { front: null, problems: [problem("ocr_unavailable", "front")] };
  const wanted = requiredOnFront(fields);
  const found = new Set<FrontField>();
  let characters = 0;
  for (const { searchPx, median } of passes) {
    const seen = median ? await reshape(picture, { median }) : picture;
    const boxes = await engine.findLines(seen, searchPx);
    const texts: string[] = [];
    for await (const text of textsOf(engine, seen, boxes)) {
      texts.push(text);
      for (const name of findOnFront(texts, fields)) found.add(name);
      if (found.size === wanted.length) break;
    }
    characters = Math.max(characters, texts.join("").replace(/[^\p{L}\d]/gu, "").length);
    if (found.size === wanted.length) break;
  }
  if (found.size < wanted.length && (isPoor || characters < minCharacters)) {
    return { front: null, problems: [problem("front_unreadable", "front")] };
  }
  const entries = wanted.map((name) => [name, found.has(name)]);
  return { front: Object.fromEntries(entries), problems: [] };
}

const passes: readonly { searchPx: number; median?: number }[] = [
  { searchPx: 960 },
  { searchPx: 1_280 },
  { searchPx: 960, median: 3 },
];

/** Reads the largest lines first, then joins neighbors, because OCR can split a number at its gaps. */
async function* textsOf(
  engine: FrontEngine,
  picture: GreyPicture,
  boxes: readonly TextBox[],
): AsyncGenerator<string> {
  const isLong = ({ width, height }: TextBox) => (width > height * minLength ? 1 : 0);
  const ordered = [...boxes].sort((a, b) => isLong(b) - isLong(a) || b.height - a.height);
  const { upsideDown, known } = await orient(engine, picture, ordered.slice(0, linesToOrient));
  const read = new Map<TextBox, string>();
  for (const box of ordered) {
    const line = known.get(box) ?? (await engine.readLine(picture, box, upsideDown));
    if (line.confidence < minConfidence) continue;
    read.set(box, line.text);
    yield line.text;
  }
  for (const [box, text] of read) {
    const next = nextInRow(box, [...read.keys()]);
    if (next) yield upsideDown ? `${read.get(next)}${text}` : `${text}${read.get(next)}`;
  }
}

/** Upside-down text has low confidence. Also returns the lines that it read. */
async function orient(
  engine: FrontEngine,
  picture: GreyPicture,
  boxes: readonly TextBox[],
): Promise<{ upsideDown: boolean; known: Map<TextBox, ReadLine> }> {
  const asIs = new Map<TextBox, ReadLine>();
  const rotated = new Map<TextBox, ReadLine>();
  for (const box of boxes) {
    const line = await engine.readLine(picture, box);
    asIs.set(box, line);
    if (line.confidence > uprightConfidence) return { upsideDown: false, known: asIs };
    rotated.set(box, await engine.readLine(picture, box, true));
  }
  const upsideDown = totalConfidence(rotated) > totalConfidence(asIs);
  return { upsideDown, known: upsideDown ? rotated : asIs };
}

function totalConfidence(lines: ReadonlyMap<TextBox, ReadLine>): number {
  return [...lines.values()].reduce((sum, { confidence }) => sum + confidence, 0);
}
