/**
 * Reads a line of a machine-readable zone (ICAO 9303): capitals, digits and fillers at a fixed pitch. The model
 * knows no such limits: it splits the score of a Z between Z and z, so "no character" wins and the letter is lost.
 */
import type { LineScores } from "./decode-text.ts";
import type { ReadLine } from "./ocr-engine.ts";

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789<";

/** `index` of a class in the model, and the `place` of its character in the alphabet. */
export interface MachineClass {
  index: number;
  place: number;
}

/** Finds the alphabet's characters among the model's. A lower-case letter counts as its capital. */
export function machineClasses(dictionary: readonly string[]): MachineClass[] {
  return dictionary.flatMap((character, at) => {
    const place = character === "" ? -1 : alphabet.indexOf(character.toUpperCase());
    // Class 0 is "no character".
    return place < 0 ? [] : [{ index: at + 1, place }];
  });
}

interface Glyph {
  step: number;
  place: number;
  score: number;
}

/** A lost character needs this share of all scores at its position to be recovered… */
const minShare = 0.5;
/** …and this score. Less is noise, for example from glare. */
const minScore = 0.03;

/** Reads a line. A character's confidence is the sum of its classes' scores. */
export function decodeMachineLine(scores: LineScores, machine: readonly MachineClass[]): ReadLine {
  const rows = rowsOf(scores, machine);
  const glyphs = withLostGlyphs(readGlyphs(scores, rows), rows);
  const sum = glyphs.reduce((total, { score }) => total + score, 0);
  return {
    text: glyphs.map(({ place }) => alphabet[place]).join(""),
    confidence: glyphs.length === 0 ? 0 : sum / glyphs.length,
  };
}

function rowsOf(
  { data, steps, classes }: LineScores,
  machine: readonly MachineClass[],
): number[][] {
  return Array.from({ length: steps }, (_, step) => {
    const row = new Array<number>(alphabet.length).fill(0);
    for (const { index, place } of machine) {
      row[place] = (row[place] as number) + (data[step * classes + index] as number);
    }
    return row;
  });
}

/** The steps where a character scores above "no character". Repeats in neighboring steps are one character (CTC). */
function readGlyphs({ data, classes }: LineScores, rows: readonly number[][]): Glyph[] {
  const glyphs: Glyph[] = [];
  let before = -1;
  rows.forEach((row, step) => {
    const { place, score } = bestOf(row);
    const isRead = score > (data[step * classes] as number);
    if (isRead && place !== before) glyphs.push({ step, place, score });
    before = isRead ? place : -1;
  });
  return glyphs;
}

/** Adds the best character wherever the pitch leaves room for one. */
function withLostGlyphs(glyphs: readonly Glyph[], rows: readonly number[][]): Glyph[] {
  const distances = glyphs.slice(1).map(({ step }, index) => step - (glyphs[index] as Glyph).step);
  const pitch = distances.sort((a, b) => a - b)[distances.length >> 1] ?? 0;
  return glyphs.flatMap((glyph, index) => {
    const next = glyphs[index + 1];
    if (!next || pitch < 2) return [glyph];
    const places = Math.round((next.step - glyph.step) / pitch);
    const lost = Array.from({ length: Math.max(0, places - 1) }, (_, at) =>
      glyphAt(rows, glyph.step + ((next.step - glyph.step) * (at + 1)) / places, pitch),
    );
    return [glyph, ...lost.filter((glyph) => glyph !== undefined)];
  });
}

/** The best character around a position, unless others score too high. */
function glyphAt(rows: readonly number[][], center: number, pitch: number): Glyph | undefined {
  const reach = pitch / 3;
  const near = rows.slice(Math.ceil(center - reach), Math.floor(center + reach) + 1);
  const row = near.reduce(
    (sum, each) => sum.map((score, place) => score + (each[place] as number)),
    new Array<number>(alphabet.length).fill(0),
  );
  const { place, score } = bestOf(row);
  const all = row.reduce((sum, each) => sum + each, 0);
  return score >= minScore && score > all * minShare
    ? { step: Math.round(center), place, score: Math.min(1, score) }
    : undefined;
}

function bestOf(row: readonly number[]): { place: number; score: number } {
  const score = Math.max(...row);
  return { place: row.indexOf(score), score };
}
