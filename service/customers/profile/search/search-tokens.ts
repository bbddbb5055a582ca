/**
 * Search tokens for sealed customer data: keyed indexes of words and their prefixes. Without the key, the store reveals
 * how many customers share a word, but not the word.
 */
import type { CustomerData } from "#contract/api/customers";
import type { Keyring } from "../../../platform/secrets/keyring.ts";

const minLength = 2;
/** A longer word is also indexed whole. */
const maxPrefix = 16;
/** 96 bits, enough to distinguish words. */
const tokenLength = 16;
const maxWords = 8;

export function wordsOf(externalCustomerId: string, data: CustomerData): string[] {
  const [localPart = ""] = data.email.split("@");
  const names = [data.firstName, data.middleName, data.lastName].filter((name) => name !== null);
  const digits = (data.phoneNumber ?? "").replace(/\D/g, "");
  return [
    ...[...names, localPart, externalCustomerId].flatMap(splitWords).flatMap(prefixesOf),
    ...[externalCustomerId, data.email].map(wholeWord).flatMap(prefixesOf),
    // Numbers as people type them: whole, without country code, the last seven or four digits.
    ...[digits, digits.slice(-10), digits.slice(-7), digits.slice(-4)]
      .filter((part) => part.length >= 4)
      .map(phoneWord),
  ];
}

/** The words of a search, all of which must match. Undefined if it is too short. */
export function wordsOfSearch(search: string): string[] | undefined {
  const whole = wholeWord(search);
  if (/^\+?[\d\s().-]+$/.test(search) && whole.replace(/\D/g, "").length >= 4) {
    return [phoneWord(whole.replace(/\D/g, ""))];
  }
  // An e-mail address, or an id with digits.
  const isOne = !/\s/.test(search) && /[@\d]/.test(search);
  const words = isOne ? [whole] : splitWords(search);
  const searchable = words.filter((word) => word.length >= minLength).slice(0, maxWords);
  return searchable.length > 0 ? [...new Set(searchable)] : undefined;
}

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

function prefixesOf(word: string): string[] {
  const letters = [...word];
  if (letters.length < minLength) return [];
  const prefixes = [word];
  for (let length = minLength; length <= Math.min(letters.length, maxPrefix); length += 1) {
    prefixes.push(letters.slice(0, length).join(""));
  }
  return prefixes;
}

/** Keeps only letters and digits, without accents and case. */
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

/** The prefix keeps phone digits from matching a word of a name. */
function phoneWord(digits: string): string {
  return `tel:${digits}`;
}
