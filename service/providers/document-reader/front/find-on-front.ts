import { type DocumentReading, type FrontField, frontFields } from "../document-reader.ts";
import { letterDistance } from "../ocr/letter-distance.ts";

type Fields = DocumentReading["fields"];

/** Under this a name is found in nearly any text, and proves nothing. */
const leastNameLength = 3;
const mostNameLength = 22;
/** What stands before names by the standard (1 and 2) and by older cards. */
const label = /^(\d{1,2}|LN|FN)/;
/** Shorter names must stand alone; longer ones may be stuck to a label (`LNSMITH`). */
const leastNameLengthInside = 5;

/** The barcode's values that a front must show. Names of one or two letters are not looked for. */
export function wantedOnFront(fields: Fields): FrontField[] {
  return frontFields.filter((name) => {
    const value = fields[name]?.value ?? "";
    const isName = name === "lastName" || name === "firstName";
    return isName ? wordsOf(value).length > 0 : value !== "";
  });
}

/**
 * Which of the barcode's values stand among the lines of print on a front. Layouts differ by issuer and
 * year, so places and labels are not looked at. Number and date must be there exactly, but for letters
 * that OCR takes for digits; a name may have up to two confused letters, and may be broken into words.
 */
export function findOnFront(lines: readonly string[], fields: Fields): Set<FrontField> {
  const texts = lines.map(plainCapitals);
  const found = new Set<FrontField>();
  for (const name of wantedOnFront(fields)) {
    const value = fields[name]?.value ?? "";
    const isFound = {
      documentNumber: () => holds(texts, digitLike(compact(value))),
      dateOfBirth: () => datesOf(value).some((date) => holds(texts, digitLike(date))),
      lastName: () => wordsOf(value).every((word) => texts.some((text) => hasWord(text, word))),
      firstName: () => wordsOf(value).every((word) => texts.some((text) => hasWord(text, word))),
    }[name];
    if (isFound()) found.add(name);
  }
  return found;
}

const holds = (texts: readonly string[], wanted: string) =>
  texts.some((text) => digitLike(compact(text)).includes(wanted));

/** `1990-12-10` as licences print it; months as words in English and French (Canada). */
function datesOf(iso: string): string[] {
  const [year = "", month = "", day = ""] = iso.split("-");
  const words = monthWords[Number(month) - 1] ?? [];
  return [
    year + month + day,
    month + day + year,
    day + month + year,
    ...words.flatMap((word) => [day + word + year, word + day + year, year + word + day]),
  ];
}

const monthWords = [
  ["JAN"],
  ["FEB", "FEV"],
  ["MAR"],
  ["APR", "AVR"],
  ["MAY", "MAI"],
  ["JUN", "JUIN"],
  ["JUL", "JUIL"],
  ["AUG", "AOUT"],
  ["SEP"],
  ["OCT"],
  ["NOV"],
  ["DEC"],
];

/** A name's words; of a long one what fits on a card, as fronts are cut where barcodes are not. */
function wordsOf(name: string): string[] {
  const whole = plainCapitals(name).replace(/['’]/g, "");
  // A word that the cut would go through is left out, unless there is no other.
  const isCut = whole.length > mostNameLength && /[A-Z]/.test(whole[mostNameLength] ?? "");
  const words = whole.slice(0, mostNameLength).split(/[^A-Z]+/);
  return (isCut && words.length > 1 ? words.slice(0, -1) : words).filter(
    (word) => word.length >= leastNameLength,
  );
}

function hasWord(text: string, word: string): boolean {
  if (word.length < leastNameLengthInside) {
    return text
      .split(/[^A-Z0-9]+/)
      .some((each) => agree(each, word) || agree(each.replace(label, ""), word));
  }
  const letters = compact(text);
  for (let at = 0; at + word.length <= letters.length; at++) {
    if (agree(letters.slice(at, at + word.length), word)) return true;
  }
  return false;
}

function agree(read: string, word: string): boolean {
  if (read.length !== word.length) return false;
  const most = word.length < leastNameLengthInside ? 0.25 : 0.5;
  let distance = 0;
  for (let at = 0; at < word.length && distance <= most; at++) {
    distance += letterDistance(read[at] as string, word[at] as string);
  }
  return distance <= most;
}

function plainCapitals(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toUpperCase();
}

function compact(text: string): string {
  return plainCapitals(text).replace(/[^A-Z0-9]/g, "");
}

/** Letters and the digits that they look like become the same. */
function digitLike(text: string): string {
  return text.replace(/[OQDILSBZG]/g, (letter) => digits[letter] ?? letter);
}
const digits: Record<string, string> = {
  O: "0",
  Q: "0",
  D: "0",
  I: "1",
  L: "1",
  S: "5",
  B: "8",
  Z: "2",
  G: "6",
};
