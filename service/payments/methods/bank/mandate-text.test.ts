import { expect, test } from "vitest";
import { mandateText } from "./mandate-text.ts";

const facts = {
  operatorName: "Lucky Bingo Hall",
  descriptor: "LUCKY BINGO",
  totalMinor: 123_456,
  currency: "USD",
};

test.each(["en", "es"] as const)("the %s text says what Nacha requires", (locale) => {
  const mandate = mandateText(facts, locale);
  expect(mandate).toMatchObject({
    version: expect.stringMatching(/^2026-11\.[0-9a-f]{16}$/),
    locale,
  });
  const { text } = mandate;
  for (const part of ["ACH", facts.operatorName, facts.descriptor]) expect(text).toContain(part);
  expect(text.replaceAll(/\s/g, " ")).toMatch(locale === "en" ? /\$1,234\.56/ : /1,234\.56/);
  expect(text).toMatch(
    locale === "en" ? /once.*revoke.*this payment only/ : /una sola vez.*revocar/,
  );
});

test.each([
  ["en", "ending in\u00a06789"],
  ["es", "terminada en\u00a06789"],
] as const)("a saved account is named by its last digits (%s)", (locale, words) => {
  const { text } = mandateText({ ...facts, savedLast4: "6789" }, locale);
  expect(text).toContain(words);
  expect(text).not.toMatch(/given here|indicada aquí/);
});

test("the same facts always give the same text, and other facts another", () => {
  expect(mandateText(facts, "en")).toEqual(mandateText({ ...facts }, "en"));
  const other = mandateText({ ...facts, operatorName: "Luckier Bingo Hall" }, "en");
  expect(other.text).not.toBe(mandateText(facts, "en").text);
  expect(other.version).not.toBe(mandateText(facts, "en").version);
});
