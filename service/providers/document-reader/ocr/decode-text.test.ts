import { expect, test } from "vitest";
import { decodeText, readDictionary } from "./decode-text.ts";

const dictionary = readDictionary("1\n９\n9\nＳ");

/** One row per step, with a clear winner. */
const scoresOf = (winners: readonly number[]) => {
  const classes = dictionary.length + 1;
  const data = new Float32Array(winners.length * classes);
  winners.forEach((winner, step) => {
    data[step * classes + winner] = 1;
  });
  return { data, steps: winners.length, classes };
};

test("full-width digits and letters are ordinary ones", () => {
  expect(dictionary).toEqual(["1", "9", "9", "S", " "]);
  expect(decodeText(scoresOf([4, 0, 1, 2, 0, 3]), dictionary)).toEqual({
    text: "S199",
    confidence: 1,
  });
});

test("a character that several steps show counts once, and twice with a gap", () => {
  expect(decodeText(scoresOf([1, 1, 0, 1, 0, 0]), dictionary).text).toBe("11");
  expect(decodeText(scoresOf([0, 0]), dictionary)).toEqual({ text: "", confidence: 0 });
});
