import { expect, test } from "vitest";
import { digitsOf } from "./digits.ts";
import { inGroups, regroup } from "./grouped-field.tsx";

const type = (text: string, caret: number, before = "", kind = "insertText") =>
  regroup({ text, caret, kind, before }, digitsOf, (value) => inGroups(value, 3));

test("the caret stays behind the digit that was typed", () => {
  expect(type("021 0", 5)).toEqual({ text: "021 0", caret: 5 });
  expect(type("0219 000", 4, "021 000")).toEqual({ text: "021 900 0", caret: 5 });
});

test("Backspace over a space takes the digit before it", () => {
  expect(type("021000", 3, "021 000", "deleteContentBackward")).toEqual({
    text: "020 00",
    caret: 2,
  });
});

test("Delete before a space takes the digit behind it", () => {
  expect(type("021000", 3, "021 000", "deleteContentForward")).toEqual({
    text: "021 00",
    caret: 3,
  });
});

test("a whole group has no space behind it", () => {
  expect(inGroups("021000", 3)).toBe("021 000");
  expect(inGroups("", 3)).toBe("");
});
