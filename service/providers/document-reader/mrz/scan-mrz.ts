import type { OcrEngine, ReadLine, TextBox } from "../ocr/ocr-engine.ts";
import { joinRows, levelOf } from "../ocr/text-rows.ts";
import type { GreyPicture } from "../picture/decode-picture.ts";
import { reshape } from "../picture/grey-pipeline.ts";
import { lowerLine, upperLine } from "./fit-mrz-line.ts";
import { type ReadPassport, readPassport } from "./read-passport.ts";

/** Length-to-height ratio. A machine-readable line has about thirty, other lines half of that. */
const minRatio = 13;
/** The zone's two lines are among the longest. */
const maxLines = 3;
/** The model loses fillers and repeated letters in narrower copies. Which ones it loses depends on the width. */
const widthsPx = [2_000, 1_700, 2_300];

const passes: readonly { searchPx: number; median?: number }[] = [
  { searchPx: 960 },
  { searchPx: 1_280 },
  { searchPx: 960, median: 3 },
];

/**
 * Reads only the page's longest lines, upright and then upside down. Stops at the first zone with matching check
 * digits; otherwise returns the first one found, or null.
 */
export async function scanMrz(
  picture: GreyPicture,
  engine: Pick<OcrEngine, "findLines" | "readMachineLine">,
  nowMs: number,
): Promise<ReadPassport | null> {
  let uncertain: ReadPassport | null = null;
  for (const { searchPx, median } of passes) {
    const seen = median ? await reshape(picture, { median }) : picture;
    const lines = longLines(await engine.findLines(seen, searchPx));
    if (lines.length < 2) continue;
    for (const upsideDown of [false, true]) {
      const read = (line: TextBox, widthPx: number) =>
        engine.readMachineLine(seen, { ...line, width: widthPx, height: 48 }, upsideDown);
      const zone = await readZone(lines, read, nowMs);
      if (zone?.checkDigitsValid) return zone;
      uncertain ??= zone;
      // Lines that were found upright are not upside down.
      if (zone) break;
    }
  }
  return uncertain;
}

/** Returns the longest lines, from top to bottom. */
function longLines(boxes: readonly TextBox[]): TextBox[] {
  const lines = joinRows(boxes)
    .filter(({ width, height }) => width > height * minRatio)
    .sort((a, b) => b.width - a.width)
    .slice(0, maxLines);
  const [longest] = lines;
  return longest ? lines.sort((a, b) => levelOf(a, longest) - levelOf(b, longest)) : [];
}

/**
 * Reads the lines in several widths until an upper and a lower line have matching check digits. Names have none, so the
 * upper line is read until two readings agree; otherwise the most confident one counts.
 */
async function readZone(
  lines: readonly TextBox[],
  read: (line: TextBox, widthPx: number) => Promise<ReadLine>,
  nowMs: number,
): Promise<ReadPassport | null> {
  const uppers: ReadLine[] = [];
  const lowers: string[] = [];
  let upperBox: TextBox | undefined;
  let zone: ReadPassport | null = null;
  for (const widthPx of widthsPx) {
    for (const line of lines) {
      if (zone?.checkDigitsValid && line !== upperBox) continue;
      const { text, confidence } = await read(line, widthPx);
      const upper = upperLine(text);
      const lower = upper === null ? lowerLine(text) : null;
      if (upper !== null) {
        uppers.push({ text: upper, confidence });
        upperBox = line;
      }
      if (lower !== null) lowers.push(lower);
    }
    zone = bestZone(uppers, lowers, nowMs) ?? zone;
    const isSure = zone?.checkDigitsValid && timesRead(uppers, likeliest(uppers)?.text) > 1;
    if (isSure || (uppers.length === 0 && lowers.length === 0)) break;
  }
  return zone;
}

function bestZone(
  uppers: readonly ReadLine[],
  lowers: readonly string[],
  nowMs: number,
): ReadPassport | null {
  const upper = likeliest(uppers);
  if (!upper) return null;
  const zones = lowers.map((lower) => readPassport([upper.text, lower], nowMs));
  return (
    zones.find((zone) => zone?.checkDigitsValid) ?? zones.find((zone) => zone !== null) ?? null
  );
}

function likeliest(uppers: readonly ReadLine[]): ReadLine | undefined {
  return [...uppers].sort(
    (a, b) => timesRead(uppers, b.text) - timesRead(uppers, a.text) || b.confidence - a.confidence,
  )[0];
}

function timesRead(uppers: readonly ReadLine[], text: string | undefined): number {
  return uppers.filter((upper) => upper.text === text).length;
}
