import { expect, it } from "vitest";
import { paymentReasons } from "#contract/payment-reasons/index";
import { english as accessEnglish } from "./access-en.ts";
import { spanish as accessSpanish } from "./access-es.ts";
import { english as fileEnglish } from "./bank-file-en.ts";
import { spanish as fileSpanish } from "./bank-file-es.ts";
import { texts as en } from "./en.ts";
import { texts as es } from "./es.ts";
import { english as railEnglish } from "./rail-en.ts";
import { spanish as railSpanish } from "./rail-es.ts";
import { english } from "./routing-en.ts";
import { spanish } from "./routing-es.ts";

/** Paths of all texts, lists of words included, whose names the compiler does not compare. */
function paths(value: unknown, at = ""): string[] {
  if (typeof value !== "object" || value === null) return [at];
  return Object.entries(value).flatMap(([name, inner]) => paths(inner, `${at}.${name}`));
}

it("every language says the same things", () => {
  expect(paths(es).sort()).toEqual(paths(en).sort());
  expect(paths(spanish).sort()).toEqual(paths(english).sort());
  expect(paths(railSpanish).sort()).toEqual(paths(railEnglish).sort());
  expect(paths(accessSpanish).sort()).toEqual(paths(accessEnglish).sort());
  expect(paths(fileSpanish).sort()).toEqual(paths(fileEnglish).sort());
});

it("no text is empty", () => {
  for (const texts of [
    en,
    es,
    english,
    spanish,
    railEnglish,
    railSpanish,
    fileEnglish,
    fileSpanish,
    accessEnglish,
    accessSpanish,
  ]) {
    const empty = JSON.stringify(texts).match(/"[\w-]+":""/g);
    expect(empty).toBeNull();
  }
});

it("every reason for which a payment fails has words; returns have their code", () => {
  const codes = Object.keys(paymentReasons).filter((code) => !/^ach_r\d\d$/.test(code));
  expect(codes.length).toBeGreaterThan(40);
  expect(Object.keys(railEnglish.reasons).sort()).toEqual(codes.sort());
});
