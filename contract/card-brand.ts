import { cardTable } from "./card-table.ts";

/** What is known of a card from its first digits. */
export interface CardBrand {
  /** `visa`, `mastercard`, `american-express`, …; null while several still fit, or none does. */
  readonly name: string | null;
  /** Digits before each space. */
  readonly gaps: readonly number[];
  /** Numbers of digits that such a card may have. */
  readonly lengths: readonly number[];
  /** Digits of the security code; 0 while it is not known. */
  readonly cvcLength: number;
}

const unknown: CardBrand = {
  name: null,
  gaps: [4, 8, 12],
  lengths: [12, 13, 14, 15, 16, 17, 18, 19],
  cvcLength: 0,
};

interface KnownCard extends CardBrand {
  /** First digits, from and to, as text of the same length. */
  readonly ranges: readonly (readonly [string, string])[];
}

/**
 * The table, laid out for looking up at each key: by first digit, with the ranges that begin so. A test
 * holds that a look-up answers as that of credit-card-type, which copies what it finds by way of JSON and
 * takes as long as the browser's whole work on a key.
 */
const layOutCards = (): readonly (readonly KnownCard[])[] => {
  const byDigit: KnownCard[][] = Array.from({ length: 10 }, () => []);
  for (const line of cardTable.trim().split("\n")) {
    const [name = "", gaps = "", lengths = "", cvcLength, patterns = ""] = line.split("|");
    const ranges = patterns.split(" ").map((pattern) => {
      const [from = "", to = from] = pattern.split("-");
      return [from, to] as const;
    });
    for (const [digit, cards] of byDigit.entries()) {
      const beginning = ranges.filter(([from, to]) => fits(String(digit), from, to));
      if (beginning.length > 0)
        cards.push({
          name,
          gaps: numbers(gaps),
          lengths: numbers(lengths),
          cvcLength: Number(cvcLength),
          ranges: beginning,
        });
    }
  }
  return byDigit;
};

const numbers = (text: string) => text.split(" ").map(Number);

/** Laid out when first needed, or sooner by {@link prepareBrands}. */
let cardsByDigit: readonly (readonly KnownCard[])[] | null = null;

/** Lays the table out now: for an idle moment between the first paint and the first key. */
export function prepareBrands(): void {
  cardsByDigit ??= layOutCards();
}

/** No range of the table looks further than this. */
const telling = 8;

let last = { prefix: "", brand: unknown };

/**
 * The brand by the number's first digits. A short prefix fits several ("4"
 * is Visa, Maestro, Elo, Naranja), and then no name is given but the spaces that they share. The last
 * answer is kept, so that typing on costs nothing.
 */
export function brandOf(digits: string): CardBrand {
  const prefix = digits.slice(0, telling);
  if (prefix !== last.prefix) last = { prefix, brand: lookUp(prefix) };
  return last.brand;
}

/** Whether the digits, as far as they go, lie between the range's. */
function fits(prefix: string, from: string, to: string): boolean {
  const digits = prefix.slice(0, from.length);
  return digits >= from.slice(0, digits.length) && digits <= to.slice(0, digits.length);
}

/** The one that fits with the longest range; none while another may still fit with more digits. */
function lookUp(prefix: string): CardBrand {
  if (prefix === "") return unknown;
  let best: KnownCard | null = null;
  let strength = 0;
  let isOpen = false;
  let fitting = 0;
  let gaps: readonly number[] | null = null;
  cardsByDigit ??= layOutCards();
  for (const card of cardsByDigit[Number(prefix[0])] ?? []) {
    const range = card.ranges.find(([from, to]) => fits(prefix, from, to));
    if (!range) continue;
    fitting += 1;
    gaps = gaps === null || String(gaps) === String(card.gaps) ? card.gaps : unknown.gaps;
    const { length } = range[0];
    isOpen ||= prefix.length < length;
    if (length > strength) {
      best = card;
      strength = length;
    }
  }
  if (!best || !gaps) return unknown;
  return isOpen && fitting > 1 ? { ...unknown, gaps } : best;
}
