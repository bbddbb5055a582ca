import { expect, test } from "vitest";
import { acceptedLanguages } from "./accepted-languages.ts";

test.each([
  [undefined, []],
  ["", []],
  ["fr", ["fr"]],
  ["zh-TW,zh;q=0.9,en-US;q=0.8,en;q=0.7", ["zh-TW", "zh", "en-US", "en"]],
  ["en;q=0.2, ar-EG ; q=0.9 ,*;q=0.1", ["ar-EG", "en", "*"]],
  ["es;q=0, en", ["en"]],
  ["es;q=much, en", ["en"]],
])("reads %j", (header, tags) => {
  expect(acceptedLanguages(header)).toEqual(tags);
});

test("reads at most 20 of a long list", () => {
  const header = Array.from({ length: 500 }, (_, at) => `x${at}`).join();
  expect(acceptedLanguages(header)).toHaveLength(20);
});
