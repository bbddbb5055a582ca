import { mentions } from "./bank-entry.ts";

export interface ReferencedPayout {
  readonly payout_reference: string;
  readonly batch_key: string;
  readonly trace_reference: string;
}

/**
 * Finds the payouts that a bank's text mentions. Looks up each word of the text, which is fast enough for thousands of
 * entries and payouts.
 */
export class NamedPayouts<Payout extends ReferencedPayout> {
  readonly #byWord = new Map<string, Set<Payout>>();

  constructor(payouts: readonly Payout[]) {
    for (const payout of payouts) {
      for (const reference of referencesOf(payout)) {
        const [word] = wordsOf(reference).sort((a, b) => b.length - a.length);
        if (word === undefined) continue;
        const payoutsOfWord = this.#byWord.get(word) ?? new Set();
        this.#byWord.set(word, payoutsOfWord.add(payout));
      }
    }
  }

  /** The mentioned payouts, in the order of their first words in the text. */
  namedIn(text: string): Payout[] {
    const matches = new Set<Payout>();
    for (const word of wordsOf(text)) {
      for (const payout of this.#byWord.get(word) ?? []) {
        if (referencesOf(payout).some((reference) => mentions(text, reference)))
          matches.add(payout);
      }
    }
    return [...matches];
  }
}

function referencesOf(payout: ReferencedPayout): string[] {
  return [payout.payout_reference, payout.batch_key, payout.trace_reference];
}

function wordsOf(text: string): string[] {
  return text.toUpperCase().match(/[A-Z0-9]+/g) ?? [];
}
