import { expect, test } from "vitest";
import type { OcrEngine, TextBox } from "../ocr/ocr-engine.ts";
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

/** The engine below reads `text` there. */
type Placed = TextBox & { text: string };
function placed(text: string, left: number, top: number, height = 30): Placed {
  const [right, bottom] = [left + text.length * 20, top + height];
  const quad = [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
  ] as const;
  return { text, quad, width: right - left, height };
}

/** An engine that finds one list per pass, then nothing. `isUpsideDown` describes the picture. */
function engineOf(passes: Placed[][], isUpsideDown = false) {
  const engine = {
    asked: 0,
    read: [] as string[],
    async findLines() {
      return passes[engine.asked++] ?? [];
    },
    async readLine(_picture: GreyPicture, box: TextBox, upsideDown = false) {
      const { text } = box as Placed;
      engine.read.push(text);
      return upsideDown === isUpsideDown
        ? { text, confidence: 0.97 }
        : { text: "NEWIO3dS", confidence: 0.6 };
    },
  };
  return engine satisfies Pick<OcrEngine, "findLines" | "readLine">;
}

const engineWith = (...passes: string[][]) =>
  engineOf(passes.map((lines) => lines.map((text, index) => placed(text, 0, index * 50))));
const all = ["4d D1234567", "LOVELACE", "ADA", "12/10/1990"];

test("a value found in one pass counts in later passes, and the search stops when all are found", async () => {
  const engine = engineWith([...filler, all[0] as string], [...filler, ...all.slice(1)], all);
  const { front, problems } = await compareFront(picture, fields, engine, false);
  expect(Object.values(front ?? {})).toEqual([true, true, true, true]);
  expect([problems, engine.asked]).toEqual([[], 2]);
});

test("a clear front with other values belongs to another document", async () => {
  const engine = engineWith([...filler, "4d D7654321", "LOVELACE", "ADA", "12/10/1990"]);
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
    const compared = await compareFront(picture, fields, engineWith([...lines]), isPoor);
    expect(compared.front).toBeNull();
    expect(compared.problems).toMatchObject([
      { code: "front_unreadable", side: "front", party: "picture", blocking: true },
    ]);
  }
});

test("a poor picture on which all values are found is good enough", async () => {
  const { front, problems } = await compareFront(picture, fields, engineWith(all), true);
  expect([Object.values(front ?? {}), problems]).toEqual([[true, true, true, true], []]);
});

test("a number that was read in pieces is joined along its row", async () => {
  const engine = engineOf([
    [
      placed("567", 300, 102),
      placed("D1234", 100, 100),
      ...["LOVELACE", "ADA", "12/10/1990"].map((text, index) =>
        placed(text, 100, 200 + index * 60),
      ),
    ],
  ]);
  const { front } = await compareFront(picture, fields, engine, false);
  expect(front?.documentNumber).toBe(true);
});

test("a picture that is upside down is read upside down", async () => {
  const lines = [...filler, ...all].map((text, index) => placed(text, 0, index * 50));
  const { front } = await compareFront(picture, fields, engineOf([lines], true), false);
  expect(Object.values(front ?? {})).toEqual([true, true, true, true]);
});

test("the largest lines are read first, and the rest not at all once all values are found", async () => {
  const small = Array.from({ length: 20 }, (_, index) => placed(`LABEL ${index}`, 0, index, 12));
  const large = all.map((text, index) => placed(text, 400, index * 50));
  const engine = engineOf([[...small, ...large]]);
  await compareFront(picture, fields, engine, false);
  expect(engine.read.some((text) => text.startsWith("LABEL"))).toBe(false);
});
