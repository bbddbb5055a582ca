import type { DocumentProblem, DocumentReading, FrontField } from "../document-reader.ts";
import type { OcrEngine, ReadLine, TextBox } from "../ocr/ocr-engine.ts";
import { nextInRow } from "../ocr/text-rows.ts";
import type { GreyPicture } from "../picture/decode-picture.ts";
import { reshape } from "../picture/grey-pipeline.ts";
import { problem } from "../problem-texts.ts";
import { findOnFront, requiredOnFront } from "./find-on-front.ts";

type FrontEngine = Pick<OcrEngine, "findLines" | "readLine">;

/** A front has about two hundred characters, another picture hardly any. */
const minCharacters = 30;
/** Lines below it are guesses. */
const minConfidence = 0.5;
/** A line this clear is upright. */
const clearlyUpright = 0.9;
/** After this many other lines, the picture's orientation is clear. */
const linesToOrient = 4;
/** Names of three letters are longer; single letters and stains are read last. */
const minLength = 1.6;

/** Whether the front matches the barcode; null with a problem if that is undecided. */
interface ComparedFront {
  front: DocumentReading["front"];
  problems: DocumentProblem[];
}

/**
 * Searches the front's text for the barcode's values until all are found. Starts with the largest lines: fronts print
 * values larger than labels. Looks up to three times: as it is, larger, and smoothed. If values are missing, a blurred
 * or dark picture, or one with hardly any text, must be taken again; a good one is another document's front.
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
  for (const { searchPx, median } of looks) {
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

const looks: readonly { searchPx: number; median?: number }[] = [
  { searchPx: 960 },
  { searchPx: 1_280 },
  { searchPx: 960, median: 3 },
];

/** Reads the largest lines first, then neighbours together: a number with gaps can be found in pieces. */
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

/** Upside-down text reads as guesses of low probability. Also returns what it read. */
async function orient(
  engine: FrontEngine,
  picture: GreyPicture,
  boxes: readonly TextBox[],
): Promise<{ upsideDown: boolean; known: Map<TextBox, ReadLine> }> {
  const asItIs = new Map<TextBox, ReadLine>();
  const turned = new Map<TextBox, ReadLine>();
  for (const box of boxes) {
    const line = await engine.readLine(picture, box);
    asItIs.set(box, line);
    if (line.confidence > clearlyUpright) return { upsideDown: false, known: asItIs };
    turned.set(box, await engine.readLine(picture, box, true));
  }
  const upsideDown = sureness(turned) > sureness(asItIs);
  return { upsideDown, known: upsideDown ? turned : asItIs };
}

function sureness(lines: ReadonlyMap<TextBox, ReadLine>): number {
  return [...lines.values()].reduce((sum, { confidence }) => sum + confidence, 0);
}
