import { type DocumentReading, type FrontField, frontFields } from "../document-reader.ts";
import { letterDistance } from "../ocr/letter-distance.ts";

type Fields = DocumentReading["fields"];

/** Shorter names occur in nearly any text and prove nothing. */
const minNameLength = 3;
const maxNameLength = 22;
/** The same is true of shorter numbers. */
const minNumberLength = 4;
/** Labels before names: 1 and 2 in the standard, others on older cards. */
const label = /^(\d{1,2}|LN|FN)/;
/** Longer names can follow a label directly (`LNSMITH`); shorter ones must be separate words. */
const minNameLengthInside = 5;

/** The barcode's values that a front must show, except names and numbers that are too short. */
export function requiredOnFront(fields: Fields): FrontField[] {
  return frontFields.filter((name) => {
    const value = fields[name]?.value ?? "";
    if (name === "documentNumber") return compact(value).length >= minNumberLength;
    return name === "dateOfBirth" ? value !== "" : wordsOf(value).length > 0;
  });
}

/**
 * Finds the barcode's values in a front's text. Layouts differ by issuer and year, so positions and labels are ignored.
 * Number and date must match exactly, except for letters that OCR confuses with digits. A name can have up to two
 * confused letters and be split into words.
 */
export function findOnFront(lines: readonly string[], fields: Fields): Set<FrontField> {
  const texts = lines.map(plainCapitals);
  const found = new Set<FrontField>();
  for (const name of requiredOnFront(fields)) {
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

/** `1990-12-10` as licenses print it, with English and French (Canada) month names. */
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

/** A name's words; for a long name, those that fit on a card: fronts truncate, barcodes do not. */
function wordsOf(name: string): string[] {
  const whole = plainCapitals(name).replace(/['’]/g, "");
  // The cut word is left out, unless it is the only one.
  const isCut = whole.length > maxNameLength && /[A-Z]/.test(whole[maxNameLength] ?? "");
  const words = whole.slice(0, maxNameLength).split(/[^A-Z]+/);
  return (isCut && words.length > 1 ? words.slice(0, -1) : words).filter(
    (word) => word.length >= minNameLength,
  );
}

function hasWord(text: string, word: string): boolean {
  if (word.length < minNameLengthInside) {
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
  const most = word.length < minNameLengthInside ? 0.25 : 0.5;
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
