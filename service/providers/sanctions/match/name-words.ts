import anyAscii from "any-ascii";

/**
 * Splits names into comparable words: lower case, no diacritics, Latin letters, without titles. {@link soundOf} folds
 * the spellings that a foreign name gets in English.
 */

/** Letters as passports write them (ICAO 9303), where `any-ascii` differs. */
const passportLetters: Readonly<Record<string, string>> = { ə: "a", ю: "iu", я: "ia", џ: "dz" };

/** Cyrillic and Greek letters that look like a Latin one, each followed by it. */
const lookAlikes =
  "АAВBЕEКKМMНHОOРPСCТTУYХXЅSІIЈJаaеeоoрpсcуyхxѕsіiјjһhԁdԛqԝw" +
  "ΑAΒBΕEΖZΗHΙIΚKΜMΝNΟOΡPΤTΥYΧXαaοoρpνvυuχxιiκk";
const latinTwins: ReadonlyMap<string, string> = new Map(
  (lookAlikes.match(/../gu) ?? []).map(([letter = "", latin = ""]) => [letter, latin]),
);

const titles: ReadonlySet<string> = new Set([
  "mr",
  "mrs",
  "ms",
  "dr",
  "sir",
  "prof",
  "jr",
  "sr",
  "ii",
  "iii",
  "iv",
  "hajj",
  "haji",
  "hajji",
  "sheikh",
  "shaykh",
  "sheik",
  "mullah",
  "maulavi",
  "mawlawi",
  "qari",
  "sayyid",
  "general",
  "colonel",
]);

const particles: ReadonlySet<string> = new Set([
  "al",
  "el",
  "ul",
  "ad",
  "ar",
  "as",
  "at",
  "ash",
  "an",
  "bin",
  "ben",
  "ibn",
  "bint",
  "ould",
  "de",
  "da",
  "do",
  "dos",
  "das",
  "di",
  "du",
  "del",
  "della",
  "la",
  "le",
  "las",
  "los",
  "van",
  "von",
  "der",
  "den",
  "ter",
  "y",
  "e",
  "zu",
  "oglu",
  "ogly",
  "kyzy",
  "abu",
  "umm",
]);

/** The part of a name that is compared, in characters and words. */
const longestName = 300;
const maxWords = 12;

/** A name's words in their written order, without titles. */
export function wordsOf(name: string): string[] {
  return allWordsOf(name)
    .filter((word) => !titles.has(word))
    .slice(0, maxWords);
}

/** A name's words in their written order, with titles. */
export function allWordsOf(name: string): string[] {
  return (
    name
      .slice(0, longestName)
      // An apostrophe joins (O'Neil, Ma'mun), a hyphen separates (al-Assad).
      .replace(/['’‘`´＇]/g, "")
      .normalize("NFKD")
      // Invisible characters would split a word that looks whole.
      .replace(/[\p{M}\p{DI}]/gu, "")
      .replace(/\p{L}+/gu, unmixed)
      .toLowerCase()
      .replace(/\P{ASCII}/gu, toLatin)
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word !== "")
  );
}

/** `й` → `i`, `明` → `ming`. Arabic and Hebrew stay without vowels. */
function toLatin(letter: string): string {
  return passportLetters[letter] ?? anyAscii(letter).toLowerCase().replace(/['`]/g, "");
}

/** A word of Latin and other letters is an attempt to look like another word. No name is written so. */
function unmixed(word: string): string {
  const isMixed =
    /\p{Script=Latin}/u.test(word) && /[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(word);
  return isMixed ? word.replace(/./gu, (letter) => latinTwins.get(letter) ?? letter) : word;
}

/** Words such as `al`, `bin`, `de`, which many names share and many people omit. */
export function isParticle(word: string): boolean {
  return particles.has(word);
}

const sounds: readonly (readonly [RegExp, string])[] = [
  [/sch|shch|sh|ch|tch|cz|sz/g, "s"],
  [/kh|gh|q|ck|c/g, "k"],
  [/ph/g, "f"],
  [/th/g, "t"],
  [/dh/g, "d"],
  [/zh|dzh|dj|j|g(?=[eiy])/g, "g"],
  [/ts|tz/g, "s"],
  [/x/g, "ks"],
  [/w/g, "v"],
  [/z/g, "s"],
  [/ou|oo|o/g, "u"],
  [/ee|ei|ey|ai|ay|ie|e|y/g, "i"],
  [/(?<=[^aiu])h/g, ""],
  [/h$/g, ""],
  [/(.)\1+/g, "$1"],
];

/** A spelling that a name's variants share: Mohammed and Muhamad, Hussein and Husayn, Yusuf and Youssef. */
export function soundOf(word: string): string {
  return sounds.reduce((text, [pattern, by]) => text.replace(pattern, by), word);
}
