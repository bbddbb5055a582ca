import { expect, it, test } from "vitest";
import { chooseLanguage, directionOf, findLanguage } from "./languages.ts";

const offered = ["en", "es", "fr-CA", "zh-Hans", "ar"] as const;

test.each([
  [["es-MX"], "es"],
  [["ES_es"], "es"],
  [["fr"], "fr-CA"],
  [["fr-FR"], "fr-CA"],
  [["zh"], "zh-Hans"],
  [["zh-CN"], "zh-Hans"],
  [["zh-SG"], "zh-Hans"],
  [["zh-Hans-HK"], "zh-Hans"],
  [["ar-EG"], "ar"],
  [["en-GB", "es"], "en"],
  [["de-DE", "es"], "es"],
  [["*", "not a tag", "", "es"], "es"],
  [["de"], undefined],
  [[], undefined],
])("a reader with the tags %j gets %s", (tags, language) => {
  expect(findLanguage(tags, offered)).toBe(language);
});

test.each([
  [["zh-TW", "zh", "en-US", "en"], "en"],
  [["zh-HK", "es"], "es"],
  [["zh-Hant"], "zh-Hans"],
  [["zh-TW", "de"], "zh-Hans"],
  [["en", "zh-TW"], "en"],
  [["zh-TW", "zh-Hans"], "zh-Hans"],
])(
  "readers of Traditional Chinese get Simplified only if nothing else fits: %j gets %s",
  (tags, language) => {
    expect(findLanguage(tags, offered)).toBe(language);
  },
);

it("prefers the reader's own region", () => {
  const french = ["fr-FR", "fr-CA"] as const;
  expect(findLanguage(["fr-CA"], french)).toBe("fr-CA");
  expect(findLanguage(["fr-BE"], french)).toBe("fr-FR");
});

it("falls back to English if no tag fits", () => {
  expect(chooseLanguage("tlh", "")).toBe("en");
  expect(chooseLanguage("es-419")).toBe("es");
});

it("knows which languages are written from right to left", () => {
  for (const tag of ["ar", "ar-EG", "fa", "he-IL", "ur"]) expect(directionOf(tag)).toBe("rtl");
  for (const tag of ["en", "es", "zh-Hans", "fr-CA", ""]) expect(directionOf(tag)).toBe("ltr");
});
