import { expect, test } from "vitest";
import type { OcrEngine } from "../ocr/ocr-engine.ts";
import type { GreyPicture } from "../picture/decode-picture.ts";
import { compareFront } from "./compare-front.ts";

const picture: GreyPicture = { pixels: new Uint8Array(800 * 500), widthPx: 800, heightPx: 500 };
const field = (value: string) => ({
  value,
  source: "barcode" as const,
  truncated: false,
  checkDigit: null,
});
const fields = {
  documentNumber: field("D1234567"),
  dateOfBirth: field("1990-12-10"),
  lastName: field("LOVELACE"),
  firstName: field("ADA"),
};
const filler = ["DRIVER LICENSE OF SOME STATE", "8 ADDRESS 1 SPECIMEN WAY"];

/** An engine that returns one result per look, and nothing after the last. */
function looksLike(...looks: string[][]): OcrEngine & { asked: number } {
  const engine = {
    asked: 0,
    async readLines() {
      const lines = looks[engine.asked++] ?? [];
      return lines.map((text, index) => ({ text, left: 0, top: index * 50, height: 30 }));
    },
  };
  return engine;
}
const all = ["4d D1234567", "LOVELACE", "ADA", "12/10/1990"];

test("a value that one look finds counts in the next, and the search stops when all are found", async () => {
  const engine = looksLike([...filler, all[0] as string], [...filler, ...all.slice(1)], all);
  const { front, problems } = await compareFront(picture, fields, engine, false);
  expect(Object.values(front ?? {})).toEqual([true, true, true, true]);
  expect([problems, engine.asked]).toEqual([[], 2]);
});

test("a clear front with other values belongs to another document", async () => {
  const engine = looksLike([...filler, "4d D7654321", "LOVELACE", "ADA", "12/10/1990"]);
  const { front, problems } = await compareFront(picture, fields, engine, false);
  expect(front).toEqual({
    documentNumber: false,
    dateOfBirth: true,
    lastName: true,
    firstName: true,
  });
  expect([problems, engine.asked]).toEqual([[], 3]);
});

test("a poor picture, or one with hardly any text, must be taken again", async () => {
  for (const [lines, isPoor] of [
    [[...filler, "4d D7654321"], true],
    [["A CAT"], false],
    [[], false],
  ] as const) {
    const compared = await compareFront(picture, fields, looksLike([...lines]), isPoor);
    expect(compared.front).toBeNull();
    expect(compared.problems).toMatchObject([
      { code: "front_unreadable", side: "front", party: "picture", blocking: true },
    ]);
  }
});

test("a poor picture on which all values are found is good enough", async () => {
  const { front, problems } = await compareFront(picture, fields, looksLike(all), true);
  expect([Object.values(front ?? {}), problems]).toEqual([[true, true, true, true], []]);
});

test("a number that was read in pieces is joined along its row", async () => {
  const engine: OcrEngine = {
    readLines: async () => [
      { text: "567", left: 300, top: 102, height: 30 },
      { text: "D1234", left: 100, top: 100, height: 30 },
      ...["LOVELACE", "ADA", "12/10/1990"].map((text, index) => ({
        text,
        left: 100,
        top: 200 + index * 60,
        height: 30,
      })),
    ],
  };
  const { front } = await compareFront(picture, fields, engine, false);
  expect(front?.documentNumber).toBe(true);
});
