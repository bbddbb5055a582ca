import {
  type Match,
  type Screen,
  type ScreenedPerson,
  wordsOf,
} from "../../../providers/sanctions/index.ts";
import type { KnownCustomer } from "../../profile/index.ts";
import type { EntryMatch, Hit } from "./open-review.ts";

interface NameHit extends Hit {
  readonly person: ScreenedPerson;
  readonly match: Match;
}

/**
 * Finds the list's entries that match any of the customer's names (`persons`). `indexOf` makes keyed indexes of the
 * customer's data, `hashOf` hashes of entries.
 */
export function matchNames(
  persons: readonly ScreenedPerson[],
  { screen, minScore }: { readonly screen: Screen; readonly minScore: number },
  { indexOf, hashOf }: { indexOf(value: unknown): string; hashOf(value: unknown): string },
): EntryMatch<NameHit>[] {
  const found = new Map<string, NameHit[]>();
  for (const person of persons) {
    for (const match of screen.screen(person, minScore)) {
      const key = `${match.entry.list} ${match.entry.entryId}`;
      const ofEntry = found.get(key) ?? [];
      // A file can contain an entry twice.
      if (ofEntry.some((other) => other.person === person)) continue;
      const { score } = match.explanation;
      found.set(key, [...ofEntry, { person, match, score, subjectIndex: indexOf(person) }]);
    }
  }
  return [...found.values()].flatMap((all): EntryMatch<NameHit>[] => {
    const hits = all.sort((one, other) => other.score - one.score);
    const entry = hits[0]?.match.entry;
    if (!entry) return [];
    const { list, entryId } = entry;
    return [
      {
        list,
        entryId,
        entryHash: hashOf(entry),
        hits,
        evidenceOf: ({ person, match }, others) => ({
          kind: "name",
          evidence: {
            person,
            otherNames: others.map((other) => personName(other.person)),
            entry,
            explanation: match.explanation,
          },
        }),
      },
    ];
  });
}

export function personOf({ data }: KnownCustomer): ScreenedPerson {
  const { firstName, middleName, lastName, dateOfBirth, address } = data;
  return {
    firstName: firstName ?? "",
    middleName,
    lastName: lastName ?? "",
    dateOfBirth,
    city: address?.city ?? null,
    country: address?.country ?? null,
  };
}

/** Returns one person for each different name of the customer; empty without a name. */
export function personsOf(
  own: ScreenedPerson,
  otherNames: readonly string[],
): readonly ScreenedPerson[] {
  const others = [...new Set(otherNames)].sort().map((name) => {
    const words = name.trim().split(/\s+/);
    const family = words.at(-1) ?? "";
    const given = words.slice(0, -1).join(" ");
    return { ...own, firstName: given, middleName: null, lastName: family };
  });
  // Names with the same words in any order or case are one name.
  const known = new Set<string>();
  return [own, ...others].filter((person) => {
    const words = wordsOf(personName(person)).sort().join(" ");
    if (personName(person) === "" || known.has(words)) return false;
    known.add(words);
    return true;
  });
}

export function personName({ firstName, middleName, lastName }: ScreenedPerson): string {
  return [firstName, middleName, lastName].filter((name) => name).join(" ");
}
