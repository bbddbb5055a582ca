import anyAscii from "any-ascii";

/**
 * Splits names into comparable words: lower case, no diacritics, Latin letters, without titles. {@link soundOf} folds
 * the spellings that a foreign name gets in English.
 */

/** Letters where `any-ascii` differs from passports (ICAO 9303), or from the usual spelling of names. */
const ownLetters: Readonly<Record<string, string>> = {
  ə: "a",
  ю: "iu",
  я: "ia",
  џ: "dz",
  ظ: "z",
  ב: "b",
  כ: "k",
};

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
  // الشيخ, الحاج
  "SHYKH",
  "HJ",
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
  // ابن and بن, أبو
  "BN",
  "BW",
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
      // The article is a part of its word: السنوار is al-Sinwar, عبدالرحمن is Abd al-Rahman.
      .replace(/(?<!\p{L})ال(?=\p{L}{2})|(?<=\p{L}{2})ال(?=\p{L}{3})/gu, "")
      .replace(/\p{L}+/gu, unmixed)
      .toLowerCase()
      .replace(/\P{ASCII}/gu, toLatin)
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word !== "")
  );
}

/** `й` → `i`, `明` → `ming`, and in capitals, because its words have no vowels, `م` → `M`. */
function toLatin(letter: string): string {
  const latin = (ownLetters[letter] ?? anyAscii(letter)).replace(/['`]/g, "");
  return /[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(letter)
    ? latin.toUpperCase()
    : latin.toLowerCase();
}

/** Whether a word was written in Arabic or Hebrew, which omit vowels: only its {@link consonantsOf} can be compared. */
export function isWithoutVowels(word: string): boolean {
  return /[A-Z]/.test(word);
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

const consonants: readonly (readonly [RegExp, string])[] = [
  [/sch|tch|sh|ch|t[sz]/g, "s"],
  [/kh|ck|q|c/g, "k"],
  [/gh|dzh|dj|j/g, "g"],
  [/th/g, "t"],
  [/dh/g, "d"],
  [/ph|p/g, "f"],
  [/x/g, "ks"],
  [/(.)\1+/g, "$1"],
  // The article inside a word: Abdulrahman.
  [/(?<=...)[aeu]l(?=[^aeiou]..)/g, ""],
  [/[aeiouvwy]/g, ""],
  [/h$/g, ""],
];

/** What a name's Arabic, Hebrew and Latin spellings share: `kmn` is Khamenei and خامنه‌ای. */
export function consonantsOf(word: string): string {
  return consonants.reduce((text, [pattern, by]) => text.replace(pattern, by), word.toLowerCase());
}

/** A spelling that a name's variants share: Mohammed and Muhamad, Hussein and Husayn, Yusuf and Youssef. */
export function soundOf(word: string): string {
  return sounds.reduce((text, [pattern, by]) => text.replace(pattern, by), word);
}
