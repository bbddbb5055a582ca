import { expect, test } from "vitest";
import { digitsOf } from "./digits.ts";
import { inGroups, regroup } from "./grouped-field.tsx";

const type = (text: string, caret: number, before = "", kind = "insertText") =>
  regroup({ text, caret, kind, before }, digitsOf, (value) => inGroups(value, 3));

test("the caret stays after the typed digit", () => {
  expect(type("021 0", 5)).toEqual({ text: "021 0", caret: 5 });
  expect(type("0219 000", 4, "021 000")).toEqual({ text: "021 900 0", caret: 5 });
});

test("Backspace over a space deletes the digit before it", () => {
  expect(type("021000", 3, "021 000", "deleteContentBackward")).toEqual({
    text: "020 00",
    caret: 2,
  });
});

test("Delete before a space deletes the digit after it", () => {
  expect(type("021000", 3, "021 000", "deleteContentForward")).toEqual({
    text: "021 00",
    caret: 3,
  });
});

test("a complete group has no space after it", () => {
  expect(inGroups("021000", 3)).toBe("021 000");
  expect(inGroups("", 3)).toBe("");
});
