import luhn10 from "card-validator/dist/luhn-10.js";
import { expect, it } from "vitest";
import { cardNumberProblem, editCardNumber, formatCardNumber, isLuhnValid } from "./card-number.ts";
import type { Edit } from "./edit.ts";

/** Types `keys` at the caret of `before` (marked by `|`). */
function type(before: string, keys: string): string {
  const caret = before.indexOf("|");
  const plain = before.replace("|", "");
  const text = plain.slice(0, caret) + keys + plain.slice(caret);
  return edited({ text, caret: caret + keys.length, kind: "insertText", before: plain });
}

function backspace(before: string): string {
  const caret = before.indexOf("|");
  const plain = before.replace("|", "");
  const text = plain.slice(0, caret - 1) + plain.slice(caret);
  return edited({ text, caret: caret - 1, kind: "deleteContentBackward", before: plain });
}

function edited(edit: Edit): string {
  const { text, caret } = editCardNumber(edit);
  return `${text.slice(0, caret)}|${text.slice(caret)}`;
}

it("groups a number as its brand prints it", () => {
  expect(formatCardNumber("4242424242424242")).toBe("4242 4242 4242 4242");
  expect(formatCardNumber("378282246310005")).toBe("3782 822463 10005");
  expect(formatCardNumber("36227206271667")).toBe("3622 720627 1667");
});

it("checks the last digit as card-validator does", () => {
  const isValid = luhn10 as unknown as (digits: string) => boolean;
  const numbers = Array.from({ length: 500 }, (_, index) =>
    String(4_000_000_000_000 + index * 7_919),
  );
  expect(numbers.map(isLuhnValid)).toEqual(numbers.map(isValid));
  expect(numbers.some(isLuhnValid)).toBe(true);
});

it("accepts a number pasted in any form", () => {
  for (const pasted of [
    "4242-4242-4242-4242",
    " 4242.4242.4242.4242\n",
    "４２４２４２４２４２４２４２４２",
  ]) {
    expect(formatCardNumber(pasted)).toBe("4242 4242 4242 4242");
  }
});

it("accepts no more digits than the brand has", () => {
  expect(formatCardNumber("55555555555544449999")).toBe("5555 5555 5555 4444");
  expect(formatCardNumber("3782822463100059")).toBe("3782 822463 10005");
});

it("keeps the caret after the typed digit, at the end and in the middle", () => {
  expect(type("4242|", "4")).toBe("4242 4|");
  expect(type("42|42 4242", "0")).toBe("420|4 2424 2");
  expect(type("4242| 4242", "5")).toBe("4242 5|424 2");
});

it("deletes the digit before a space, not only the space", () => {
  expect(backspace("4242 |4242")).toBe("424|4 242");
  expect(backspace("4242 4|")).toBe("4242|");
  expect(backspace("4|242")).toBe("|242");
});

it("says what is wrong with a number", () => {
  expect(cardNumberProblem("")).toEqual({ code: "number_empty" });
  expect(cardNumberProblem("4242 4242")).toEqual({ code: "number_incomplete" });
  expect(cardNumberProblem("4242 4242 4242 4241")).toEqual({ code: "number_invalid" });
  expect(cardNumberProblem("3782 822463 1000")).toEqual({ code: "number_incomplete" });
});

it("finds nothing wrong with valid numbers of every brand", () => {
  const valid = [
    "4242424242424242",
    "4000770000000018",
    "5555555555554444",
    "2223003122003222",
    "378282246310005",
    "6011111111111117",
    "36227206271667",
    "3566002020360505",
    "6200000000000005",
  ];
  for (const number of valid) expect(cardNumberProblem(number), number).toBeNull();
});
