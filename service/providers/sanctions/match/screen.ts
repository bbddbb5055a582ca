/**
 * Finds the listed persons that a customer may be.
 *
 * The score is the similarity of the names, from 0 to 100, adjusted by birth and place. A date of birth that agrees
 * raises it, one that differs lowers it more, and the country has a smaller effect. A weak alias scores lower: OFAC says
 * that it is too generic to decide alone.
 *
 * The index keeps a screening below a few milliseconds. It finds similar words by their pairs of letters, and compares
 * in full only entries that share enough pairs.
 */
import { setImmediate as nextTurn } from "node:timers/promises";
import { fullName, type ListEntry, type ListedName } from "../list-entry.ts";
import { comparePlace, type PlaceComparison } from "./compare-place.ts";
import { isWithoutVowels } from "./name-words.ts";
import { type BirthComparison, compareBirth } from "./score-birth.ts";
import {
  createWord,
  isDistinct,
  type NameWord,
  type PreparedName,
  prepareName,
  scoreName,
  similarity,
} from "./score-name.ts";

export interface ScreenedPerson {
  readonly firstName: string;
  readonly middleName: string | null;
  readonly lastName: string;
  /** YYYY-MM-DD */
  readonly dateOfBirth: string | null;
  readonly city: string | null;
  /** ISO 3166-1 alpha-2 */
  readonly country: string | null;
}

/** Why an entry was found, for staff: each part of the score, in points. */
export interface Explanation {
  readonly score: number;
  readonly name: {
    readonly percent: number;
    /** The listed name that agrees best. */
    readonly listed: string;
    readonly quality: ListedName["quality"];
    /** Negative for a weak alias. */
    readonly points: number;
  };
  readonly birth: BirthComparison & { readonly points: number };
  readonly place: PlaceComparison & { readonly points: number };
}

export interface Match {
  readonly entry: ListEntry;
  readonly explanation: Explanation;
}

/** A list, ready to screen against. */
export interface Screen {
  /** All matches with at least `minScore` points, best first: each needs a decision of its own. */
  screen(person: ScreenedPerson, minScore: number): Match[];
  readonly entries: number;
  readonly names: number;
}

const birthPoints = { day: 10, swapped: 6, year: 5, near: 0, differs: -20, unknown: 0 } as const;
const placePoints = { city: 4, country: 2, differs: -3, unknown: 0 } as const;
const weakAliasPoints = -8;
/** The most that birth and place can add. Names further below the threshold need no comparison. */
const maxBonus = birthPoints.day + placePoints.city;
/** Words below this similarity do not count as shared. */
const minSimilarity = 0.8;

interface IndexedName {
  readonly entry: ListEntry;
  readonly name: ListedName;
  readonly prepared: PreparedName;
}

/** Entries indexed at a time: a few milliseconds of work. */
const entriesAtOnce = 200;
/** Words whose similar words are cached, because many customers share names. */
const maxRemembered = 5_000;

/** Indexes a list in pieces, so that the process can answer requests in between. */
export async function createScreen(entries: readonly ListEntry[]): Promise<Screen> {
  const names: IndexedName[] = [];
  const words = new Map<string, { word: NameWord; names: number[] }>();
  const remember = (text: string, at: number) => {
    const known = words.get(text);
    if (!known) words.set(text, { word: createWord(text, 1), names: [at] });
    else if (known.names.at(-1) !== at) known.names.push(at);
  };
  for (const [number, entry] of entries.entries()) {
    if (number % entriesAtOnce === 0) await nextTurn();
    for (const name of entry.names) {
      const at = names.length;
      const prepared = prepareName(name);
      names.push({ entry, name, prepared });
      for (const [position, word] of prepared.words.entries()) {
        if (isDistinct(word)) remember(word.text, at);
        const both = prepared.joined[position];
        if (both) remember(both.text, at);
      }
    }
  }
  const vocabulary = [...words.values()];
  const letterPairs = new Map<string, number[]>();
  const byConsonants = new Map<string, number[]>();
  for (const [at, { word }] of vocabulary.entries()) {
    if (at % (10 * entriesAtOnce) === 0) await nextTurn();
    for (const pair of new Set([...pairsOf(word.text), ...pairsOf(word.sound)])) {
      push(letterPairs, pair, at);
    }
    push(byConsonants, word.consonants, at);
  }
  const counts = new Uint8Array(vocabulary.length);

  const remembered = new Map<string, readonly number[]>();
  const similarWords = (word: NameWord): readonly number[] => {
    const known = remembered.get(word.text);
    if (known) return known;
    if (remembered.size >= maxRemembered) remembered.clear();
    const similar = findSimilarWords(word);
    remembered.set(word.text, similar);
    return similar;
  };
  const findSimilarWords = (word: NameWord): number[] => {
    const pairs = new Set([...pairsOf(word.text), ...pairsOf(word.sound)]);
    const touched: number[] = [];
    for (const pair of pairs) {
      for (const at of letterPairs.get(pair) ?? []) {
        if (counts[at] === 0) touched.push(at);
        counts[at] = Math.min(255, (counts[at] ?? 0) + 1);
      }
    }
    const enough = Math.max(2, Math.floor(pairs.size * 0.4));
    const similar = touched.filter((at) => {
      const isShared = (counts[at] ?? 0) >= enough;
      const other = vocabulary[at]?.word;
      return isShared && other !== undefined && similarity(word, other) >= minSimilarity;
    });
    for (const at of touched) counts[at] = 0;
    // Words in Arabic and Hebrew share few pairs of letters, or none, with the same name in Latin letters.
    for (const at of byConsonants.get(word.consonants) ?? []) {
      const other = vocabulary[at]?.word;
      if (other && isWithoutVowels(word.text + other.text) && similarity(word, other) > 0)
        similar.push(at);
    }
    return similar;
  };

  return {
    entries: entries.length,
    names: names.length,
    screen(person, minScore) {
      const prepared = prepareName({
        given: person.firstName,
        middle: person.middleName ?? "",
        family: person.lastName,
      });
      const shared = new Map<number, number>();
      for (const word of queryWords(prepared)) {
        const reached = new Set<number>();
        for (const at of similarWords(word)) {
          for (const name of vocabulary[at]?.names ?? []) reached.add(name);
        }
        for (const name of reached) shared.set(name, (shared.get(name) ?? 0) + 1);
      }
      const best = new Map<ListEntry, Match>();
      for (const [at, count] of shared) {
        const indexedName = names[at] as IndexedName;
        // A name of several words needs two of them.
        const hasSeveral = Math.min(mainWords(indexedName.prepared), mainWords(prepared)) > 1;
        if (hasSeveral && count < 2) continue;
        const percent = scoreName(prepared, indexedName.prepared);
        if (percent + maxBonus < minScore) continue;
        const explanation = explain(person, indexedName, percent);
        if (explanation.score < minScore) continue;
        const previous = best.get(indexedName.entry);
        if (!previous || isBetter(explanation, previous.explanation))
          best.set(indexedName.entry, { entry: indexedName.entry, explanation });
      }
      return [...best.values()].sort(
        (a, b) => b.explanation.score - a.explanation.score || compareIds(a, b),
      );
    },
  };
}

/** Scores end at 100, so the name decides between equal ones. */
function isBetter(one: Explanation, other: Explanation): boolean {
  return one.score === other.score
    ? one.name.percent > other.name.percent
    : one.score > other.score;
}

function explain(
  person: ScreenedPerson,
  { entry, name }: IndexedName,
  percent: number,
): Explanation {
  const birth = compareBirth(person.dateOfBirth, entry.births);
  const place = comparePlace(person, entry);
  const namePoints = name.quality === "weak" ? weakAliasPoints : 0;
  const score = percent + namePoints + birthPoints[birth.result] + placePoints[place.result];
  return {
    score: Math.round(Math.min(100, Math.max(0, score))),
    name: {
      percent: Math.round(percent),
      listed: fullName(name),
      quality: name.quality,
      points: namePoints,
    },
    birth: { ...birth, points: birthPoints[birth.result] },
    place: { ...place, points: placePoints[place.result] },
  };
}

function queryWords({ words, joined }: PreparedName): NameWord[] {
  return [...words.filter(isDistinct), ...joined];
}

function mainWords({ words }: PreparedName): number {
  return words.filter(isDistinct).length;
}

function push<K>(map: Map<K, number[]>, key: K, value: number): void {
  const known = map.get(key);
  if (known) known.push(value);
  else map.set(key, [value]);
}

/** Pairs of adjacent letters, with the edges marked. */
function pairsOf(word: string): string[] {
  const marked = `^${word}$`;
  return Array.from({ length: marked.length - 1 }, (_, at) => marked.slice(at, at + 2));
}

function compareIds(a: Match, b: Match): number {
  return a.entry.entryId.localeCompare(b.entry.entryId) || a.entry.list.localeCompare(b.entry.list);
}
