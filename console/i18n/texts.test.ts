import { expect, it } from "vitest";
import { errorCodes } from "#contract/errors";
import { eventTypes } from "#contract/events/event-types";
import { paymentReasons } from "#contract/payment-reasons/index";
import { english as accessEnglish } from "./access-en.ts";
import { spanish as accessSpanish } from "./access-es.ts";
import { english as fileEnglish } from "./bank-file-en.ts";
import { spanish as fileSpanish } from "./bank-file-es.ts";
import { english as deliveryEnglish } from "./delivery-en.ts";
import { spanish as deliverySpanish } from "./delivery-es.ts";
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

/** Every text, those that are made by a function as their source. */
function sources(value: unknown): string[] {
  if (typeof value === "string" || typeof value === "function") return [String(value)];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(sources);
}

it("screens say payout: disbursement is a word of the wire", () => {
  const languages = [en, es, english, spanish, railEnglish, railSpanish];
  const rooms = [fileEnglish, fileSpanish, accessEnglish, accessSpanish];
  const said = [...languages, ...rooms, deliveryEnglish, deliverySpanish].flatMap(sources);
  // The console shows a message of the service where it has no words of its own for the code.
  const messages = Object.values(errorCodes).map(({ message }) => message);
  expect(said.length).toBeGreaterThan(500);
  expect(
    [...said, ...messages].filter((text) => /\bdisbursements?\b|desembolso/i.test(text)),
  ).toEqual([]);
});

it("every kind of event has words in every language", () => {
  for (const { events } of [en, es]) {
    expect(Object.keys(events.types).sort()).toEqual([...eventTypes].sort());
  }
});
