import { expect, test } from "vitest";
import { kycTexts as en } from "./en/kyc.ts";
import { kycTexts as es } from "./es/kyc.ts";

/** Paths of all texts. A text for a service code may be missing where the service's English text is used. */
const paths = (value: unknown, at = ""): string[] =>
  typeof value === "object" && value !== null
    ? Object.entries(value).flatMap(([name, each]) => paths(each, `${at}.${name}`))
    : [at];
const own = (path: string) => !/^\.(problem|result\.reason)\./.test(path);

test("both languages have the same texts, none empty", () => {
  expect(paths(es).filter(own)).toEqual(paths(en).filter(own));
  for (const texts of [en, es]) {
    const walk = (value: unknown): void => {
      if (typeof value === "string") expect(value.trim()).not.toBe("");
      else if (typeof value === "object" && value !== null) Object.values(value).forEach(walk);
    };
    walk(texts);
  }
});

test.each([
  "document_readable",
  "check_digits",
  "document_unexpired",
  "date_of_birth",
  "last_name",
  "first_name",
  "document_number_unused",
  "front_number",
  "front_date_of_birth",
  "front_name",
])("the check %s has words of the customer's language", (code) => {
  const names = ["passed", "failed", "unknown"];
  for (const texts of [en, es]) expect(Object.keys(texts.result.check[code] ?? {})).toEqual(names);
});
