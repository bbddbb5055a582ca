import type { ReadLine } from "./ocr-engine.ts";

/** For each step along the line, one score for each character; class 0 is "no character". */
export interface LineScores {
  data: Float32Array;
  steps: number;
  classes: number;
}

/**
 * Reads the model's characters, one per line. The model also knows the full-width letters and digits of Chinese text, and
 * sometimes reads an ordinary digit as one. Both become the ordinary character.
 */
export function readDictionary(file: string): string[] {
  return [...file.split("\n").map((character) => character.normalize("NFKC")), " "];
}

/** Takes each step's likeliest character; repeated ones count once (CTC). */
export function decodeText(
  { data, steps, classes }: LineScores,
  dictionary: readonly string[],
): ReadLine {
  let text = "";
  let sum = 0;
  let count = 0;
  let previous = 0;
  for (let step = 0; step < steps; step++) {
    const from = step * classes;
    let best = 0;
    let bestScore = data[from] as number;
    for (let index = 1; index < classes; index++) {
      const score = data[from + index] as number;
      if (score > bestScore) {
        bestScore = score;
        best = index;
      }
    }
    if (best !== 0 && best !== previous) {
      text += dictionary[best - 1] ?? "";
      sum += bestScore;
      count++;
    }
    previous = best;
  }
  return { text, confidence: count === 0 ? 0 : sum / count };
}
