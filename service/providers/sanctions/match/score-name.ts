/**
 * The similarity of two names, as a percentage.
 *
 * Each word of one name pairs with at most one word of the other, in any order. A pair counts by its similarity, and
 * unpaired words lower the result. The first given name and the first family name count in full. Further
 * family names count less than half, because many people omit one; other given names a fifth; particles (al, bin, de) a
 * twentieth. Titles do not count. If nothing else is left of a name, its particles and titles count in full. An initial
 * matches any word that begins with it, at half its weight.
 */
import { jaroWinkler } from "./letter-similarity.ts";
import {
  allWordsOf,
  consonantsOf,
  isParticle,
  isWithoutVowels,
  soundOf,
  wordsOf,
} from "./name-words.ts";

export interface NameWord {
  readonly text: string;
  readonly sound: string;
  readonly consonants: string;
  readonly weight: number;
}

export interface PreparedName {
  readonly words: readonly NameWord[];
  /** Each word joined with the next one, and an article also with the one after it: Abd al-Rahman. */
  readonly joined: readonly JoinedWord[];
}

interface JoinedWord extends NameWord {
  /** The indexes of its parts. */
  readonly parts: readonly number[];
}

const maxNameWords = 12;
const mainWeight = 1;
const furtherFamilyWeight = 0.4;
const otherWeight = 0.2;
const particleWeight = 0.05;
/** Words below this similarity are different words. */
const minSimilarity = 0.8;
/** Joined words need a higher similarity, or a long word would absorb a short neighbor. */
const minJoinedSimilarity = 0.93;
/** The penalty for an unpaired word of the listed name, as a share of its weight. */
const missingShare = 0.45;
/** The penalty for the customer's unpaired words is higher, because lists have full names. */
const extraShare = 0.75;
/** Spellings of the Arabic article. */
const articles: ReadonlySet<string> = new Set([
  "al",
  "el",
  "ul",
  "ad",
  "ar",
  "as",
  "at",
  "ash",
  "an",
]);
/** Words that only sound the same count slightly less than equal ones. */
const soundShare = 0.97;
/** Words that only have the same consonants, and those that have at most one. */
const consonantsShare = 0.95;
const fewConsonantsShare = 0.85;

/** Prepares a name with a known family part. */
export function prepareName({
  given,
  family,
  middle = "",
}: {
  given: string;
  family: string;
  middle?: string;
}): PreparedName {
  const givenWords = weighted(wordsOf(given), otherWeight);
  const middleWords = wordsOf(middle).map((text) => word(text, otherWeight));
  const familyWords = weighted(wordsOf(family), furtherFamilyWeight);
  const distinct = [...givenWords, ...middleWords, ...familyWords];
  const all = distinct.some(({ weight }) => weight >= mainWeight)
    ? distinct
    : [given, middle, family].flatMap(allWordsOf).map((text) => weigh(text, mainWeight));
  const words = all.slice(0, maxNameWords);
  return { words, joined: words.slice(1).map((_, at) => join(words, at)) };
}

/** Whether names that share this word can be the same: it is neither an initial nor a particle of a longer name. */
export function isDistinct({ text, weight }: NameWord): boolean {
  return text.length > 1 && weight > particleWeight;
}

function join(words: readonly NameWord[], at: number): JoinedWord {
  const joined = words.slice(at, at + (articles.has(words[at + 1]?.text ?? "") ? 3 : 2));
  const text = joined.map((each) => each.text).join("");
  return { ...createWord(text, mainWeight), parts: joined.map((_, index) => at + index) };
}

/** The first word that isn't a particle counts in full, the others with `further`. */
function weighted(words: readonly string[], further: number): NameWord[] {
  const main = words.findIndex((text) => !isParticle(text));
  return words.map((text, at) => word(text, at === main ? mainWeight : further));
}

function word(text: string, fullWeight: number): NameWord {
  return weigh(text, isParticle(text) ? particleWeight : fullWeight);
}

function weigh(text: string, weight: number): NameWord {
  return createWord(text, text.length === 1 ? weight / 2 : weight);
}

export function createWord(text: string, weight: number): NameWord {
  return { text, sound: soundOf(text), consonants: consonantsOf(text), weight };
}

interface Pair {
  readonly one: readonly number[];
  readonly other: readonly number[];
  readonly alike: number;
}

/** The similarity, from 0 to 100, of the customer's name (`first`) and a listed name (`second`). */
export function scoreName(first: PreparedName, second: PreparedName): number {
  const { words: one } = first;
  const { words: other } = second;
  if (one.length === 0 || other.length === 0) return 0;
  const pairs = pairsOf(first, second).sort(
    (a, b) => b.alike - a.alike || b.one.length - a.one.length,
  );
  const usedOne = new Set<number>();
  const usedOther = new Set<number>();
  let agreed = 0;
  let compared = 0;
  for (const pair of pairs) {
    if (pair.one.some((at) => usedOne.has(at)) || pair.other.some((at) => usedOther.has(at)))
      continue;
    for (const at of pair.one) usedOne.add(at);
    for (const at of pair.other) usedOther.add(at);
    // One side's main name may be the other's middle name.
    const weight = Math.max(sum(one, pair.one), sum(other, pair.other));
    agreed += weight * pair.alike;
    compared += weight;
  }
  const extra = sum(
    one,
    [...one.keys()].filter((at) => !usedOne.has(at)),
  );
  const missing = sum(
    other,
    [...other.keys()].filter((at) => !usedOther.has(at)),
  );
  // One common word among several does not identify a person.
  const mains = [...usedOther].filter((at) => (other[at]?.weight ?? 0) >= mainWeight).length;
  if (mains === 0) return 0;
  return (100 * agreed) / (compared + extra * extraShare + missing * missingShare);
}

/** Pairs of similar words. Adjacent words can pair with one (Abdul Rahman, Abdulrahman). */
function pairsOf(first: PreparedName, second: PreparedName): Pair[] {
  const pairs: Pair[] = [];
  const add = (one: readonly number[], other: readonly number[], alike: number, min: number) => {
    if (alike >= min) pairs.push({ one, other, alike });
  };
  for (const [at, a] of first.words.entries()) {
    for (const [to, b] of second.words.entries()) {
      add([at], [to], similarity(a, b), minSimilarity);
      const both = first.joined[at];
      const bothListed = second.joined[to];
      if (both && isAsLong(both, b))
        add(both.parts, [to], joinedSimilarity(both, b), minJoinedSimilarity);
      if (bothListed && isAsLong(bothListed, a))
        add([at], bothListed.parts, joinedSimilarity(bothListed, a), minJoinedSimilarity);
    }
  }
  return pairs;
}

function isAsLong(joined: NameWord, whole: NameWord): boolean {
  if (isWithoutVowels(joined.text) || isWithoutVowels(whole.text))
    return whole.consonants.length > 2;
  return whole.text.length >= 4 && Math.abs(joined.text.length - whole.text.length) <= 1;
}

/** The vowel of an article inside a word varies: Abdalrahman, Abdulrahman, Abdelrahman. */
function joinedSimilarity(joined: JoinedWord, whole: NameWord): number {
  const hasArticle = joined.parts.length > 2;
  return hasArticle && joined.consonants === whole.consonants
    ? consonantsShare
    : similarity(joined, whole);
}

/** The similarity of two words, from 0 to 1. */
export function similarity(a: NameWord, b: NameWord): number {
  if (a.text === b.text) return 1;
  if (isWithoutVowels(a.text) || isWithoutVowels(b.text)) {
    if (a.consonants !== b.consonants) return 0;
    if (a.consonants.length > 1) return consonantsShare;
    const beginsAlike = a.text[0]?.toLowerCase() === b.text[0]?.toLowerCase();
    return a.consonants !== "" || beginsAlike ? fewConsonantsShare : 0;
  }
  if (a.text.length === 1 || b.text.length === 1) return a.text[0] === b.text[0] ? 0.9 : 0;
  if (isParticle(a.text) && isParticle(b.text))
    return articles.has(a.text) && articles.has(b.text) ? 0.9 : 0;
  if (a.sound === b.sound && a.sound.length > 2) return soundShare;
  const written = jaroWinkler(a.text, b.text);
  if (written < 0.6) return written;
  return Math.max(written, soundShare * jaroWinkler(a.sound, b.sound));
}

function sum(words: readonly NameWord[], at: readonly number[]): number {
  return at.reduce((total, each) => total + (words[each]?.weight ?? 0), 0);
}
