/**
 * How customers are found though their data are sealed: words and beginnings of words, each as a keyed
 * index. Whoever reads the store without the key learns how many customers share a word, not the word.
 */
import type { CustomerData } from "#contract/api/customers";
import type { Keyring } from "../../../platform/secrets/keyring.ts";

const leastLength = 2;
/** Beginnings up to this length; of longer words also the whole. */
const longestBeginning = 16;
/** 96 bits of the index tell words apart. */
const tokenLength = 16;
const mostWords = 8;

/** What a customer is found by. */
export function wordsOf(externalCustomerId: string, data: CustomerData): string[] {
  const [localPart = ""] = data.email.split("@");
  const names = [data.firstName, data.middleName, data.lastName].filter((name) => name !== null);
  const digits = (data.phoneNumber ?? "").replace(/\D/g, "");
  return [
    ...[...names, localPart, externalCustomerId].flatMap(splitWords).flatMap(beginningsOf),
    ...[externalCustomerId, data.email].map(wholeWord).flatMap(beginningsOf),
    // As people know a number: whole, without the country's, its last seven or four digits.
    ...[digits, digits.slice(-10), digits.slice(-7), digits.slice(-4)]
      .filter((part) => part.length >= 4)
      .map(phoneWord),
  ];
}

/** What somebody typed, as words that all have to be found; undefined where nothing can be looked for. */
export function wordsOfSearch(search: string): string[] | undefined {
  const whole = wholeWord(search);
  if (/^\+?[\d\s().-]+$/.test(search) && whole.replace(/\D/g, "").length >= 4) {
    return [phoneWord(whole.replace(/\D/g, ""))];
  }
  // An address, or an id with digits, is one word, whatever else stands in it.
  const isOne = !/\s/.test(search) && /[@\d]/.test(search);
  const words = isOne ? [whole] : splitWords(search);
  const long = words.filter((word) => word.length >= leastLength).slice(0, mostWords);
  return long.length > 0 ? [...new Set(long)] : undefined;
}

/** The index of each word. */
export function tokensOf(
  keyring: Pick<Keyring, "blindIndex">,
  operatorId: string,
  words: readonly string[],
): string[] {
  const tokens = words.map((word) =>
    keyring.blindIndex(operatorId, "customers.search", word).slice(0, tokenLength),
  );
  return [...new Set(tokens)];
}

function beginningsOf(word: string): string[] {
  const letters = [...word];
  if (letters.length < leastLength) return [];
  const beginnings = [word];
  for (
    let length = leastLength;
    length <= Math.min(letters.length, longestBeginning);
    length += 1
  ) {
    beginnings.push(letters.slice(0, length).join(""));
  }
  return beginnings;
}

/** Marks, case and everything that is no letter or digit make no difference. */
function splitWords(text: string): string[] {
  return plain(text)
    .replace(/['’`]/g, "")
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}

function wholeWord(text: string): string {
  return plain(text).replace(/\s/g, "");
}

function plain(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}

/** Digits of a number are no word of a name. */
function phoneWord(digits: string): string {
  return `tel:${digits}`;
}
