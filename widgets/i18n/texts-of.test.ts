/** Every language has every text, with the same values in it. */
import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { languages } from "#contract/languages";
import type { PluralForms } from "./plural.ts";
import { type TextParts, textsOf } from "./texts-of.ts";

const folderOf = (language: string) => `${import.meta.dirname}/${language}`;
const parts = readdirSync(folderOf("en")).map(
  (file) => file.replace(/\.ts$/, "") as keyof TextParts,
);

/** Texts for the service's codes: a general text or the service's English replaces a missing one. */
const isOptional = (at: string) => /^\.(problem|result\.reason)\./.test(at);

/** Values that a language expresses in another way. */
const saidOtherwise: Readonly<Record<string, readonly string[]>> = {
  "es .address.problem.postal_code_shape": ["⟦0⟧"],
};

/** Shows where a value is written: `⟦0⟧` for the first one, `⟦0.asset⟧` for a property. */
const mark = (name: string): object =>
  new Proxy(
    {},
    {
      get(_, key) {
        if (key === Symbol.toPrimitive) return (hint: string) => (hint === "number" ? 5 : name);
        const own = (Object(name) as Record<string | symbol, unknown>)[key];
        if (typeof own === "function") return own.bind(name);
        return typeof key === "symbol" ? undefined : mark(`${name.slice(0, -1)}.${key}⟧`);
      },
    },
  );
const marks = Array.from({ length: 6 }, (_, at) => mark(`⟦${at}⟧`));

/** Paths of texts that English does not need. */
function absent(value: unknown, at = ""): string[] {
  if (value === null) return [at];
  if (typeof value !== "object") return [];
  return Object.entries(value as object).flatMap(([name, each]) => absent(each, `${at}.${name}`));
}

const categories = ["zero", "one", "two", "few", "many", "other"];
const isPlural = (value: unknown): value is PluralForms =>
  typeof value === "object" &&
  value !== null &&
  "other" in value &&
  Object.keys(value).every((name) => categories.includes(name));

/** All texts by path; functions show which of their values they use. */
function sayings(value: unknown, at = ""): [path: string, text: string][] {
  if (typeof value === "function") return sayings(value(...marks), at);
  if (isPlural(value)) return sayings(value.other, at);
  if (typeof value === "object" && value !== null)
    return Object.entries(value).flatMap(([name, each]) => sayings(each, `${at}.${name}`));
  return value === undefined || value === null ? [] : [[at, String(value)]];
}
const pluralsIn = (value: unknown): PluralForms[] => {
  if (isPlural(value)) return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(pluralsIn) : [];
};
const shown = (text: string) => [...new Set(text.match(/⟦[^⟧]*⟧/g))].sort();

describe.each(languages.filter((language) => language !== "en"))("%s", (language) => {
  it("has every part", () => {
    expect(readdirSync(folderOf(language)).sort()).toEqual(readdirSync(folderOf("en")).sort());
  });

  it.each(parts)("has every text of %s, with all its values and none empty", (part) => {
    const unneeded = absent(textsOf(part, "en"));
    const compared = ([at]: [string, string]) =>
      !isOptional(at) && !unneeded.some((each) => at.startsWith(each));
    const english = sayings(textsOf(part, "en")).filter(compared);
    const own = sayings(textsOf(part, language)).filter(compared);
    expect(own.map(([at]) => at).sort()).toEqual(english.map(([at]) => at).sort());
    const texts = new Map(own);
    for (const [at, text] of english) {
      const said = texts.get(at) ?? "";
      expect(said.trim(), at).not.toBe("");
      expect(said, at).not.toMatch(/undefined|null|NaN|\[object/);
      const otherwise = saidOtherwise[`${language} ${at}`] ?? [];
      const wanted = shown(text).filter((each) => !otherwise.includes(each));
      expect(shown(said), at).toEqual(wanted);
    }
  });

  it("has a form for each of its plural categories where a text is counted", () => {
    const rules = new Intl.PluralRules(language);
    const counts = Array.from({ length: 200 }, (_, at) => at + 1);
    const used = [...new Set(counts.map((count) => rules.select(count)))];
    for (const part of parts)
      for (const forms of pluralsIn(textsOf(part, language)))
        expect(Object.keys(forms), part).toEqual(expect.arrayContaining(used));
  });

  it("says in its files which language it is", () => {
    for (const part of parts) {
      const texts: object = textsOf(part, language);
      if ("language" in texts) expect(texts.language, part).toBe(language);
    }
  });
});
