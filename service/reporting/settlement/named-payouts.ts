import { mentions } from "./bank-entry.ts";

export interface ReferencedPayout {
  readonly payout_reference: string;
  readonly batch_key: string;
  readonly trace_reference: string;
}

/**
 * Finds the payouts that a bank's text mentions. Looks up each word of the text among the rarest words of the
 * references, which is fast enough for thousands of entries and payouts.
 */
export class NamedPayouts<Payout extends ReferencedPayout> {
  readonly #byWord = new Map<string, Set<Payout>>();

  constructor(payouts: readonly Payout[]) {
    const references = payouts.flatMap((payout) =>
      referencesOf(payout).map((reference) => ({ payout, words: new Set(wordsOf(reference)) })),
    );
    const counts = new Map<string, number>();
    for (const { words } of references) {
      for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
    }
    const countOf = (word: string) => counts.get(word) ?? 0;
    for (const { payout, words } of references) {
      // All references of a processor may share a word, such as the merchant account.
      const [rarest] = [...words].sort((a, b) => countOf(a) - countOf(b));
      if (rarest === undefined) continue;
      const payoutsOfWord = this.#byWord.get(rarest) ?? new Set();
      this.#byWord.set(rarest, payoutsOfWord.add(payout));
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
