import creditCardType from "credit-card-type";

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

/** No pattern of the library looks further than this. */
const telling = 8;

let last = { prefix: "", brand: unknown };

/**
 * The brand by the number's first digits (credit-card-type's patterns). A short prefix fits several
 * ("4" is Visa, Maestro, Elo, Naranja), and then no name is given but the spaces that they share.
 * The last answer is kept, so that typing on costs nothing.
 */
export function brandOf(digits: string): CardBrand {
  const prefix = digits.slice(0, telling);
  if (prefix !== last.prefix) last = { prefix, brand: lookUp(prefix) };
  return last.brand;
}

function lookUp(prefix: string): CardBrand {
  if (prefix === "") return unknown;
  const candidates = creditCardType(prefix);
  const [first] = candidates;
  if (!first) return unknown;
  const sameGaps = candidates.every((card) => String(card.gaps) === String(first.gaps));
  if (candidates.length > 1) {
    return { ...unknown, gaps: sameGaps ? first.gaps : unknown.gaps };
  }
  return {
    name: first.type,
    gaps: first.gaps,
    lengths: first.lengths,
    cvcLength: first.code.size,
  };
}
