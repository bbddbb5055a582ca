import { cardTable } from "./card-table.ts";

/** What the first digits of a card number show. */
export interface CardBrand {
  /** `visa`, `mastercard`, `american-express`, …; null if several or none match. */
  readonly name: string | null;
  /** Digits before each space. */
  readonly gaps: readonly number[];
  /** Possible lengths of the card number. */
  readonly lengths: readonly number[];
  /** Length of the security code; 0 while unknown. */
  readonly cvcLength: number;
}

const unknown: CardBrand = {
  name: null,
  gaps: [4, 8, 12],
  lengths: [12, 13, 14, 15, 16, 17, 18, 19],
  cvcLength: 0,
};

interface KnownCard extends CardBrand {
  /** Ranges of prefixes: first and last, equally long. */
  readonly ranges: readonly (readonly [string, string])[];
}

/**
 * Index of the table by first digit, fast enough for each keystroke. credit-card-type copies its results through JSON,
 * which takes as long as all other work on a keystroke. A test compares both.
 */
const indexCards = (): readonly (readonly KnownCard[])[] => {
  const byDigit: KnownCard[][] = Array.from({ length: 10 }, () => []);
  for (const line of cardTable.trim().split("\n")) {
    const [name = "", gaps = "", lengths = "", cvcLength, patterns = ""] = line.split("|");
    const ranges = patterns.split(" ").map((pattern) => {
      const [from = "", to = from] = pattern.split("-");
      return [from, to] as const;
    });
    for (const [digit, cards] of byDigit.entries()) {
      const matching = ranges.filter(([from, to]) => fits(String(digit), from, to));
      if (matching.length > 0)
        cards.push({
          name,
          gaps: numbers(gaps),
          lengths: numbers(lengths),
          cvcLength: Number(cvcLength),
          ranges: matching,
        });
    }
  }
  return byDigit;
};

const numbers = (text: string) => text.split(" ").map(Number);

/** Built on first use, or by {@link prepareBrands}. */
let cardsByDigit: readonly (readonly KnownCard[])[] | null = null;

/** Builds the index. Call it when idle, between the first paint and the first keystroke. */
export function prepareBrands(): void {
  cardsByDigit ??= indexCards();
}

/** Longest prefix that a range in the table uses. */
const longestPrefix = 8;

let last = { prefix: "", brand: unknown };

/**
 * The brand for the first digits of a card number. A short prefix matches several brands ("4" is Visa, Maestro, Elo,
 * Naranja): the name is null, and only the shared spacing is given. Caches the last result.
 */
export function brandOf(digits: string): CardBrand {
  const prefix = digits.slice(0, longestPrefix);
  if (prefix !== last.prefix) last = { prefix, brand: lookUp(prefix) };
  return last.brand;
}

function fits(prefix: string, from: string, to: string): boolean {
  const digits = prefix.slice(0, from.length);
  return digits >= from.slice(0, digits.length) && digits <= to.slice(0, digits.length);
}

/** The longest matching range; no name while more digits could still match another. */
function lookUp(prefix: string): CardBrand {
  if (prefix === "") return unknown;
  let best: KnownCard | null = null;
  let bestLength = 0;
  let isAmbiguous = false;
  let matches = 0;
  let gaps: readonly number[] | null = null;
  cardsByDigit ??= indexCards();
  for (const card of cardsByDigit[Number(prefix[0])] ?? []) {
    const range = card.ranges.find(([from, to]) => fits(prefix, from, to));
    if (!range) continue;
    matches += 1;
    gaps = gaps === null || String(gaps) === String(card.gaps) ? card.gaps : unknown.gaps;
    const { length } = range[0];
    isAmbiguous ||= prefix.length < length;
    if (length > bestLength) {
      best = card;
      bestLength = length;
    }
  }
  if (!best || !gaps) return unknown;
  return isAmbiguous && matches > 1 ? { ...unknown, gaps } : best;
}
