/**
 * Reads a line of a machine-readable zone (ICAO 9303). Its characters are capitals, digits and fillers at equal
 * distances. The model does not know that: it divides a Z's score between Z and z, "no character" wins, and the letter
 * is lost.
 */
import type { LineScores } from "./decode-text.ts";
import type { ReadLine } from "./ocr-engine.ts";

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789<";

/** A class of the model, and its character's place in the alphabet. */
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

interface Mark {
  step: number;
  place: number;
  score: number;
}

/** A lost character has this share of all characters' scores at its place. */
const minShare = 0.5;
/** The score must reach this too: less is noise, for example from glare. */
const minScore = 0.03;

/** Reads a line. A character's confidence is the sum of its classes' scores. */
export function decodeMachineLine(scores: LineScores, machine: readonly MachineClass[]): ReadLine {
  const rows = rowsOf(scores, machine);
  const marks = withLostMarks(marksOf(scores, rows), rows);
  const sum = marks.reduce((total, { score }) => total + score, 0);
  return {
    text: marks.map(({ place }) => alphabet[place]).join(""),
    confidence: marks.length === 0 ? 0 : sum / marks.length,
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

/** Steps in which a character is likelier than none. Neighbours with the same one count once (CTC). */
function marksOf({ data, classes }: LineScores, rows: readonly number[][]): Mark[] {
  const marks: Mark[] = [];
  let before = -1;
  rows.forEach((row, step) => {
    const { place, score } = likeliest(row);
    const isRead = score > (data[step * classes] as number);
    if (isRead && place !== before) marks.push({ step, place, score });
    before = isRead ? place : -1;
  });
  return marks;
}

/** Adds the likeliest character where two neighbours leave room for one. */
function withLostMarks(marks: readonly Mark[], rows: readonly number[][]): Mark[] {
  const distances = marks.slice(1).map(({ step }, index) => step - (marks[index] as Mark).step);
  const pitch = distances.sort((a, b) => a - b)[distances.length >> 1] ?? 0;
  return marks.flatMap((mark, index) => {
    const next = marks[index + 1];
    if (!next || pitch < 2) return [mark];
    const places = Math.round((next.step - mark.step) / pitch);
    const lost = Array.from({ length: Math.max(0, places - 1) }, (_, at) =>
      markAt(rows, mark.step + ((next.step - mark.step) * (at + 1)) / places, pitch),
    );
    return [mark, ...lost.filter((each) => each !== undefined)];
  });
}

/** The likeliest character around a step, unless there are several. */
function markAt(rows: readonly number[][], center: number, pitch: number): Mark | undefined {
  const reach = pitch / 3;
  const near = rows.slice(Math.ceil(center - reach), Math.floor(center + reach) + 1);
  const row = near.reduce(
    (sum, each) => sum.map((score, place) => score + (each[place] as number)),
    new Array<number>(alphabet.length).fill(0),
  );
  const { place, score } = likeliest(row);
  const all = row.reduce((sum, each) => sum + each, 0);
  return score >= minScore && score > all * minShare
    ? { step: Math.round(center), place, score: Math.min(1, score) }
    : undefined;
}

function likeliest(row: readonly number[]): { place: number; score: number } {
  const score = Math.max(...row);
  return { place: row.indexOf(score), score };
}
