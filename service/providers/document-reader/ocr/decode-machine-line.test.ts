import { expect, test } from "vitest";
import { decodeMachineLine, machineClasses } from "./decode-machine-line.ts";
import { readDictionary } from "./decode-text.ts";

const dictionary = readDictionary("A\nB\nZ\nz\nＺ\nX\nx\n<\n乙\n×");
const machine = machineClasses(dictionary);
const classes = dictionary.length + 1;

/** Scores with a character at every `pitch`th step. Each entry names the classes' shares there. */
function lineOf(places: readonly Record<string, number>[], pitch = 6) {
  const steps = places.length * pitch;
  const data = new Float32Array(steps * classes);
  for (let step = 0; step < steps; step++) data[step * classes] = 1;
  places.forEach((shares, at) => {
    const from = (at * pitch + 2) * classes;
    data[from] = 1 - Object.values(shares).reduce((sum, share) => sum + share, 0);
    for (const [character, share] of Object.entries(shares)) {
      data[from + 1 + dictionary.indexOf(character)] = share;
    }
  });
  return { data, steps, classes };
}
const read = (places: readonly Record<string, number>[], pitch?: number) =>
  decodeMachineLine(lineOf(places, pitch), machine);
const sure = (character: string) => ({ [character]: 0.9 });

test("scores of a capital and its lower-case letter count together", () => {
  const { text, confidence } = read([sure("A"), { Z: 0.3, z: 0.25 }, sure("B")]);
  expect(text).toBe("AZB");
  expect(confidence).toBeCloseTo((0.9 + 0.55 + 0.9) / 3, 5);
});

test("a letter with low scores is recovered in the gap between its neighbors", () => {
  const seen = [sure("A"), sure("B"), { Z: 0.05, z: 0.04 }, sure("A"), sure("<"), sure("<")];
  expect(read(seen).text).toBe("ABZA<<");
  expect(read(seen, 4).text).toBe("ABZA<<");
});

test("two lost letters next to each other are found, and the same letter twice counts twice", () => {
  const seen = [sure("A"), { Z: 0.1 }, { x: 0.2 }, sure("B"), sure("B"), sure("<"), sure("<")];
  expect(read(seen).text).toBe("AZXBB<<");
});

test("a place with noise or several candidates stays empty", () => {
  const several = { Z: 0.1, X: 0.1, B: 0.09 };
  const seen = [sure("A"), sure("B"), {}, sure("A"), several, sure("<"), { Z: 0.02 }, sure("<")];
  expect(read(seen).text).toBe("ABA<<");
});

test("characters that no zone has are not read", () => {
  expect(read([sure("A"), { 乙: 0.5, Z: 0.4 }, { "×": 0.9 }, sure("B")]).text).toBe("AZB");
  expect(read([]).text).toBe("");
});
